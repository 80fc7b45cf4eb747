// The reader's side of a page: list, keys, touch, links, settings.

const ROWS = 100;
const KEYS = [
  ['\u2190 \u2192', 'one move back, one move on'],
  ['\u2191 \u2193', 'the other moves here: main line and variations'],
  ['Home End', 'start and end of the line'],
  ['Space', 'play the moves'],
  ['f', 'turn the board'],
  ['n b', 'next game, game before'],
  ['/', 'search'],
  ['p', 'say the position'],
  ['d', 'dark or light'],
  ['?', 'these keys'],
];

// What the reader chose, where the browser keeps such things.
const settings = {
  get(name) {
    try {
      return localStorage.getItem('pgn-' + name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem('pgn-' + name, value);
    } catch {
      // A frame without storage forgets.
    }
  },
};

class Viewer extends Drawing {
  constructor(root, host) {
    super();
    this.root = root;
    this.host = host;
    this.entries = [...root.querySelectorAll('.games>li')];
    // Whether the reader has turned the board.
    this.turned = false;
    this.current = 0;
    this.node = 0;
    this.build();
    this.setDark(settings.get('dark'));
    this.letters.checked = settings.get('letters') !== 'off';
    root.classList.add('live');
    root.classList.toggle('one', this.entries.length < 2);
    if (!this.entries.length) {
      this.heading.replaceChildren(element('p', {}, 'There are no games.'));
      root.classList.add('noboard');
      return;
    }
    this.search('');
    if (host || !this.followLink()) this.open(0);
    // The phone begins with the list, as long as nobody asked for a game.
    if (this.entries.length > 1 && !this.linked) root.classList.add('listing');
    const listen = host || document;
    listen.addEventListener('keydown', (event) => this.key(event));
    if (!host) window.addEventListener('hashchange', () => this.followLink());
  }

  build() {
    const button = (label, sign, action) => element('button', { type: 'button', 'aria-label': label, title: label, action }, sign);
    this.query = element('input', { type: 'search', 'aria-label': 'Search games', placeholder: 'Player, event, year, opening\u2026', autocomplete: 'off', spellcheck: 'false' });
    this.query.addEventListener('input', () => this.search(this.query.value));
    this.count = element('p', { role: 'status' });
    this.rows = element('ol', { action: (event) => this.clickRow(event) });
    this.more = element('button', { type: 'button', class: 'more', action: () => this.addRows() }, 'Show more');
    this.list = element('nav', { class: 'list', 'aria-label': 'Games' }, this.query, this.count, element('div', { class: 'scroll' }, this.rows, this.more));

    this.board = shape('svg', { class: 'board', viewBox: '0 0 800 800', role: 'img' });
    this.bar = element('div', { class: 'bar', 'aria-hidden': 'true' }, element('div'), element('span'));
    this.top = element('div', { class: 'side' });
    this.bottom = element('div', { class: 'side' });
    this.play = button('Play the moves', '\u25b6\ufe0e', () => this.toggleAutoplay());
    this.controls = element('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Moves' },
      button('Start', '\u23ee\ufe0e', () => this.go(0)),
      button('Back', '\u25c0\ufe0e', () => this.back()),
      this.play,
      button('On', '\u25b6\ufe0e', () => this.forward()),
      button('End', '\u23ed\ufe0e', () => this.toEnd()),
      button('Turn the board', '\u21c5', () => this.flip()));
    this.play.replaceChildren(shape('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape('path', { class: 'go', d: 'M3 1.500l11 6.500-11 6.500z' }), shape('path', { class: 'halt', d: 'M3 2h4v12H3zM9 2h4v12H9z' })));
    const arrows = ['M2 2h2v12H2zM12 1.500l2 2L9.500 8l4.500 4.500-2 2L5.500 8z', 'M10 1.500l2 2L7.500 8l4.500 4.500-2 2L3.500 8z', null, 'M6 1.500l-2 2L8.500 8 4 12.500l2 2L12.500 8z', 'M4 1.500l-2 2L6.500 8 2 12.500l2 2L10.500 8zM12 2h2v12h-2z', 'M5 1l4 4H6v6H4V5H1zM11 15l-4-4h3V5h2v6h3z'];
    arrows.forEach((d, at) => {
      if (d) this.controls.children[at].replaceChildren(shape('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape('path', { d })));
    });
    this.graph = shape('svg', { class: 'graph', preserveAspectRatio: 'none', role: 'slider', tabindex: '0', 'aria-label': 'Evaluation by half-move', 'aria-valuemin': '0', action: (event) => this.clickGraph(event) });
    const stage = element('section', { class: 'stage', 'aria-label': 'Board' }, this.top, element('div', { class: 'fit' }, this.bar, this.board), this.bottom, this.controls, this.graph);

    this.heading = element('div', { class: 'heading' });
    this.moves = element('div', { class: 'moves', id: 'moves', tabindex: '-1', role: 'group', 'aria-label': 'Moves', action: (event) => this.clickMove(event) });
    this.words = element('p');
    this.inWords = element('details', { class: 'words' }, element('summary', {}, 'Position in words'), this.words);
    this.inWords.addEventListener('toggle', () => this.draw());
    const text = element('section', { class: 'text', 'aria-label': 'Game' }, this.heading, this.moves, this.inWords);

    this.live = element('p', { class: 'hidden', 'aria-live': 'polite' });
    this.letters = element('input', { type: 'checkbox' });
    this.letters.addEventListener('change', () => settings.set('letters', this.letters.checked ? 'on' : 'off'));
    const keys = KEYS.map(([key, meaning]) => element('div', {}, element('dt', {}, key), element('dd', {}, meaning)));
    this.help = element('dialog', { 'aria-label': 'Keys' }, element('h2', {}, 'Keys'), element('dl', {}, ...keys),
      element('label', {}, this.letters, ' Letters are keys, too'),
      element('p', {}, 'On the board: click or tap its right half for the next move, its left half for the one before, or swipe.'),
      element('button', { type: 'button', action: () => this.help.close() }, 'Close'));

    this.listButton = element('button', { type: 'button', class: 'tolist', action: () => this.toggleList() }, 'Games');
    const header = this.root.querySelector('header');
    header.append(this.listButton,
      button('Dark or light', shape('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape('path', { d: 'M8 1a7 7 0 1 0 0 14zM8 1a7 7 0 0 1 0 14v-1.500a5.500 5.500 0 0 0 0-11z' })), () => this.toggleDark()),
      button('Keys', '?', () => this.help.showModal()));
    const skip = element('a', { class: 'skip', href: '#moves', action: (event) => {
      event.preventDefault();
      this.moves.focus();
    } }, 'Skip to the moves');
    this.root.prepend(skip);
    this.root.querySelector('main').append(this.list, stage, text, this.live);
    this.root.append(this.help);
    this.listenToPointer();
  }

  // List

  search(query) {
    const words = plain(query).split(/\s+/).filter(Boolean);
    if (words.length && !this.texts) this.texts = this.entries.map((entry) => plain(entry.querySelector('summary').textContent));
    this.found = [];
    for (let at = 0; at < this.entries.length; at += 1) {
      if (words.every((word) => this.texts[at].includes(word))) this.found.push(at);
    }
    const total = this.entries.length.toLocaleString('en');
    this.count.textContent = words.length ? this.found.length.toLocaleString('en') + ' of ' + total + ' games' : total + ' games';
    this.rows.replaceChildren();
    this.addRows();
  }

  addRows() {
    const shown = this.rows.children.length;
    const added = this.found.slice(shown, shown + ROWS).map((game) => {
      const summary = this.entries[game].querySelector('summary').cloneNode(true);
      const players = [...summary.querySelector('h2').childNodes];
      summary.querySelector('h2').replaceWith(element('span', { class: 'who' }, ...players));
      const link = element('a', { href: '#game=' + (game + 1), 'aria-current': game === this.current ? 'true' : null }, ...summary.childNodes);
      link.game = game;
      return element('li', {}, link);
    });
    this.rows.append(...added);
    this.more.hidden = this.rows.children.length >= this.found.length;
  }

  clickRow(event) {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.root.classList.remove('listing');
    this.open(link.game);
  }

  toggleList() {
    this.root.classList.toggle('listing');
    if (this.root.classList.contains('listing')) this.query.focus();
  }

  // The game before or after this one, of those that are found.
  step(by) {
    const at = this.found.indexOf(this.current);
    const next = at < 0 ? this.found[0] : this.found[at + by];
    if (next !== undefined) this.open(next);
  }

  // Game

  open(index) {
    this.stopAutoplay();
    this.current = index;
    const entry = this.entries[index];
    const source = entry.querySelector('div');
    const asked = this.root.hasAttribute('data-flip') || entry.hasAttribute('data-flip');
    this.flipped = asked !== this.turned;
    this.game = readGame(source.dataset);
    this.node = 0;
    const summary = entry.querySelector('summary').cloneNode(true);
    const [h2, result] = summary.children;
    this.heading.replaceChildren(...summary.childNodes);
    const names = [...h2.querySelectorAll('b')].map((name) => name.textContent);
    this.names = names;
    this.players = this.playersOf(h2);
    this.result = result.textContent;
    if (!this.host) document.title = names.join(' \u2013 ') + ' \u00b7 ' + this.root.querySelector('h1').textContent;
    this.readText(source);
    this.root.classList.toggle('noboard', !this.game.hasBoard);
    this.root.classList.toggle('scores', this.game.hasScores);
    this.mainLine = this.game.nodes.map((node, at) => (node.main ? at : -1)).filter((at) => at >= 0);
    this.drawGraph();
    for (const link of this.rows.querySelectorAll('a')) {
      if (link.game === index) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    this.moves.scrollTop = 0;
    this.draw();
    this.remember();
  }

  // Title, name and rating of both players.
  playersOf(h2) {
    const sides = [[], []];
    let side = 0;
    for (const node of h2.childNodes) {
      if (node.nodeType === 3 && node.textContent.includes('\u2013')) {
        const [before, after] = node.textContent.split('\u2013');
        sides[0].push(before);
        side = 1;
        sides[1].push(after);
      } else {
        sides[side].push(node.nodeType === 3 ? node.textContent : node.cloneNode(true));
      }
    }
    return sides;
  }

  // Makes a link of each move: the words of the text in their order are the nodes.
  readText(source) {
    const { nodes, hasBoard } = this.game;
    const parts = [];
    let index = 0;
    for (const child of source.children) {
      if (child.tagName === 'NOSCRIPT') continue;
      if (child.tagName !== 'P' || child.className === 'note' || !hasBoard) {
        parts.push(child.cloneNode(true));
        continue;
      }
      const paragraph = element('p', { class: child.className });
      for (const node of child.childNodes) {
        if (node.nodeType !== 3) {
          paragraph.append(node.cloneNode(true));
          continue;
        }
        for (const [, before, token, after] of node.data.matchAll(/([ (]*)([^ ]*?)(\)*)(?= |$)/g)) {
          paragraph.append(before);
          if (token) {
            index += 1;
            paragraph.append(this.moveLink(index, token));
          }
          paragraph.append(after);
        }
      }
      parts.push(paragraph);
    }
    this.moves.replaceChildren(...parts);
  }

  moveLink(index, text) {
    const place = this.game.nodes[index];
    if (!place) return text;
    place.word = element('a', { href: this.link(index) }, text);
    place.word.node = index;
    return place.word;
  }

  clickMove(event) {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.stopAutoplay();
    this.go(link.node);
  }

  // Moves

  go(index) {
    const { nodes, hasBoard } = this.game;
    if (!hasBoard || !nodes[index] || index === this.node) return;
    const before = this.node;
    this.node = index;
    this.draw(before);
    const node = nodes[index];
    const told = index ? moveInWords(this.game, node, boardAt(this.game, node.parent), this.shown) : 'Start of the game';
    this.live.textContent = told;
    this.remember();
  }

  back() {
    this.stopAutoplay();
    const { parent } = this.game.nodes[this.node];
    if (parent !== null) this.go(parent);
  }

  forward() {
    const [next] = this.game.nodes[this.node].children;
    if (next !== undefined) this.go(next);
    return next !== undefined;
  }

  toEnd() {
    let at = this.node;
    while (this.game.nodes[at].children.length) [at] = this.game.nodes[at].children;
    this.go(at);
  }

  // The next or the previous of the moves in the place of this one.
  sideways(by) {
    const { parent } = this.game.nodes[this.node];
    if (parent === null) return;
    const moves = this.game.nodes[parent].children;
    const next = moves[moves.indexOf(this.node) + by];
    if (next !== undefined) this.go(next);
  }

  toggleAutoplay() {
    if (this.timer) {
      this.stopAutoplay();
      return;
    }
    this.root.classList.add('playing');
    this.play.setAttribute('aria-label', 'Stop');
    this.timer = setInterval(() => {
      if (!this.forward()) this.stopAutoplay();
    }, 1200);
    this.forward();
  }

  stopAutoplay() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.root.classList.remove('playing');
    this.play.setAttribute('aria-label', 'Play the moves');
  }

  flip() {
    this.turned = !this.turned;
    this.flipped = !this.flipped;
    this.draw();
  }

  // Links: #game=3&ply=12, or &node=40 for a move of a variation; &embed without list and title

  link(index) {
    const node = this.game.nodes[index];
    const place = node.main ? (index ? '&ply=' + node.ply : '') : '&node=' + index;
    return '#game=' + (this.current + 1) + place;
  }

  remember() {
    if (this.host || !this.linked) return;
    const embed = this.root.classList.contains('embed') ? '&embed' : '';
    try {
      history.replaceState(null, '', this.link(this.node) + embed);
    } catch {
      // Some browsers allow only so many a minute.
    }
  }

  // Goes where the address says; false if it says nothing.
  followLink() {
    const asked = new URLSearchParams(location.hash.slice(1));
    this.root.classList.toggle('embed', asked.has('embed') || new URLSearchParams(location.search).has('embed'));
    const game = Number(asked.get('game')) - 1;
    this.linked = asked.has('game') || asked.has('ply');
    if (!this.linked) {
      setTimeout(() => (this.linked = true), 0);
      return false;
    }
    const isThere = this.entries[game] !== undefined;
    if (!this.game || (isThere && game !== this.current)) this.open(isThere ? game : 0);
    this.root.classList.remove('listing');
    const ply = Number(asked.get('ply'));
    this.go(asked.has('node') ? Number(asked.get('node')) : this.mainLine[ply] ?? 0);
    return true;
  }

  // Dark and light: as the system has it, until the reader says otherwise.

  setDark(choice) {
    if (choice) this.root.setAttribute('data-dark', choice);
    else this.root.removeAttribute('data-dark');
  }

  toggleDark() {
    const choice = this.root.getAttribute('data-dark');
    const isDark = choice ? choice === 'on' : matchMedia('(prefers-color-scheme: dark)').matches;
    this.setDark(isDark ? 'off' : 'on');
    settings.set('dark', isDark ? 'off' : 'on');
  }

  // Keys and touch

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    const target = event.composedPath()[0];
    if (target === this.query) {
      this.searchKey(event);
      return;
    }
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return;
    const isButton = /^(BUTTON|SUMMARY)$/.test(target.tagName);
    const moves = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      ArrowUp: () => this.sideways(-1),
      ArrowDown: () => this.sideways(1),
      Home: () => this.go(0),
      End: () => this.toEnd(),
    };
    const others = {
      ' ': () => this.toggleAutoplay(),
      f: () => this.flip(),
      n: () => this.step(1),
      b: () => this.step(-1),
      p: () => (this.live.textContent = positionInWords(this.game, this.node, this.shown)),
      d: () => this.toggleDark(),
      '/': () => this.focusSearch(),
      '?': () => this.help.showModal(),
    };
    let action = moves[event.key];
    if (!action && this.letters.checked && !(isButton && event.key === ' ')) action = others[event.key];
    // A list that has the focus is scrolled by the keys that scroll.
    if (!action || !this.game || (!this.game.hasBoard && moves[event.key])) return;
    event.preventDefault();
    if (moves[event.key] && event.key !== 'ArrowLeft') this.stopAutoplay();
    action();
  }

  searchKey(event) {
    if (event.key === 'Enter' && this.found.length) {
      event.preventDefault();
      this.root.classList.remove('listing');
      this.open(this.found[0]);
      this.query.blur();
    } else if (event.key === 'Escape') {
      this.query.blur();
    }
  }

  focusSearch() {
    if (this.entries.length < 2) return;
    this.root.classList.add('listing');
    this.query.focus();
    this.query.select();
  }

  listenToPointer() {
    let start = null;
    this.board.addEventListener('pointerdown', (event) => {
      start = event.isPrimary && event.button === 0 ? [event.clientX, event.clientY] : null;
    });
    this.board.addEventListener('pointerup', (event) => {
      if (!start || !this.game) return;
      const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
      start = null;
      const { left, width } = this.board.getBoundingClientRect();
      this.stopAutoplay();
      if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) {
        if (dx < 0) this.forward();
        else this.back();
      } else if (Math.hypot(dx, dy) < 10) {
        if (event.clientX - left > width / 2) this.forward();
        else this.back();
      }
    });
  }
}

// Starts a page; where that fails, what can be read without scripts comes back.
function start(root, host) {
  try {
    new Viewer(root, host);
  } catch (error) {
    root.classList.remove('live');
    document.documentElement.classList.remove('js');
    throw error;
  }
}

class PgnViewer extends HTMLElement {
  connectedCallback() {
    if (this.started) return;
    // One that comes after this script has no content yet.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.connectedCallback());
      return;
    }
    this.started = true;
    const template = this.querySelector('template[shadowrootmode]');
    // Browsers before 2024 leave the template where it is.
    if (!this.shadowRoot && template) this.attachShadow({ mode: 'open' }).append(template.content);
    this.tabIndex = 0;
    start(this.shadowRoot.querySelector('.pgn'), this);
  }
}

if (customElements.get('pgn-viewer')) return;
customElements.define('pgn-viewer', PgnViewer);
// Nothing else has a policy that allows this script in its head, so this is a page of its own.
if (document.head.contains(document.currentScript)) {
  document.documentElement.classList.add('js');
  document.addEventListener('DOMContentLoaded', () => start(document.querySelector('body>.pgn'), null));
}

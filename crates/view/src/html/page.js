'use strict';
// The script of a page of games. It knows no rules of chess: moves are given by their squares (see streams.rs).
// All text comes from the page itself and goes back into it as text, never as markup.
(() => {
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
  const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
  const MARKS = { G: ['green', '#1f9244'], R: ['red', '#d3302c'], Y: ['yellow', '#efb300'], B: ['blue', '#1f6fd0'] };
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

  // An element with attributes and children; a function is the listener of clicks.
  const element = (name, attributes = {}, ...children) =>
    fill(document.createElement(name), attributes, children);
  const shape = (name, attributes = {}, ...children) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') node.addEventListener('click', value);
      else if (value === true) node.setAttribute(name, '');
      else if (value !== false && value !== null) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }

  const isWhite = (piece) => piece < 'a';
  const squareName = (square) => 'abcdefgh'[square & 7] + ((square >> 3) + 1);
  const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

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

  // Whole numbers of a stream, with null for gaps; '#' before one makes it a pair.
  function* numbers(text) {
    let at = 0;
    while (at < text.length) {
      if (text[at] === '.') {
        at += 1;
        yield null;
        continue;
      }
      const isMate = text[at] === '#';
      if (isMate) at += 1;
      let value = 0;
      let scale = 1;
      let digit;
      do {
        digit = DIGITS.indexOf(text[at]);
        at += 1;
        value += (digit & 31) * scale;
        scale *= 32;
      } while (digit & 32 && at < text.length);
      const number = value % 2 ? -(value - 1) / 2 : value / 2;
      yield isMate ? { mate: number } : number;
    }
  }

  // The board and the side to move of a position.
  function readPosition(text) {
    const board = new Array(64).fill('');
    const [placement, turn] = text.split(' ');
    let rank = 7;
    let file = 0;
    for (const c of placement) {
      if (c === '[') break;
      if (c === '/') {
        rank -= 1;
        file = 0;
      } else if (c >= '1' && c <= '8') {
        file += Number(c);
      } else if (c !== '~' && rank >= 0 && file < 8) {
        board[rank * 8 + file] = c;
        file += 1;
      }
    }
    return { board, whiteFirst: turn !== 'b' };
  }

  // The tree of the moves. Node 0 is the start; the first child of a node is the move that was played.
  function readGame(data) {
    const { board, whiteFirst } = readPosition(data.s || START);
    const game = { board, whiteFirst, nodes: [], hasBoard: data.m !== undefined, hasScores: false };
    const { nodes } = game;
    const add = (parent) => {
      const ply = parent === null ? 0 : nodes[parent].ply + 1;
      nodes.push({ parent, ply, main: false, children: [], changes: null, pocket: null, check: false, marks: [], word: null });
      return nodes.length - 1;
    };
    let at = add(null);
    nodes[0].main = true;
    const lines = [];
    const text = data.m || '';
    const digit = (index) => DIGITS.indexOf(text[index]);
    let i = 0;
    while (i < text.length) {
      const c = text[i];
      if (c === '(') {
        lines.push(at);
        at = nodes[at].parent ?? 0;
        i += 1;
      } else if (c === ')') {
        at = lines.pop() ?? 0;
        i += 1;
      } else if (c === '~') {
        i += 1;
        const changes = [];
        while (i < text.length && text[i] !== ';') {
          changes.push([digit(i), text[i + 1] === '.' ? '' : text[i + 1]]);
          i += 2;
        }
        nodes[at].changes = changes;
        i += 1;
      } else if (c === '[') {
        const end = text.indexOf(']', i);
        nodes[at].pocket = text.slice(i + 1, end);
        i = end + 1;
      } else if (c === '+') {
        nodes[at].check = true;
        i += 1;
      } else {
        const node = add(at);
        nodes[at].children.push(node);
        nodes[node].from = digit(i);
        nodes[node].to = digit(i + 1);
        nodes[node].main = lines.length === 0;
        at = node;
        i += 2;
      }
    }
    readClocks(game, data.c || '');
    readScores(game, data.e || '');
    for (const word of (data.k || '').split(' ').filter(Boolean)) {
      const start = word.search(/[^0-9]/);
      const node = nodes[Number(word.slice(0, start))];
      for (let k = start; node && k + 2 < word.length; k += 3) {
        node.marks.push([word[k], DIGITS.indexOf(word[k + 1]), DIGITS.indexOf(word[k + 2])]);
      }
    }
    return game;
  }

  // Whether White made the move of a node.
  const byWhite = (game, node) => (node.ply % 2 === 1) === game.whiteFirst;

  function readClocks(game, text) {
    const unit = text[0] === '!' ? 10 : 1;
    const last = [0, 0];
    let index = 1;
    for (const value of numbers(unit === 10 ? text.slice(1) : text)) {
      const node = game.nodes[index];
      index += 1;
      if (!node || value === null) continue;
      const side = byWhite(game, node) ? 0 : 1;
      last[side] += value;
      node.clock = last[side] / unit;
    }
  }

  function readScores(game, text) {
    let last = 0;
    let index = 1;
    for (const value of numbers(text)) {
      const node = game.nodes[index];
      index += 1;
      if (!node || value === null) continue;
      if (typeof value === 'object') {
        node.score = { share: value.mate < 0 ? 0 : 1, text: '#' + value.mate };
      } else {
        last += value;
        const pawns = (Math.abs(last) / 100).toFixed(2);
        node.score = { share: 0.5 + last / (Math.abs(last) + 250) / 2, text: (last < 0 ? '\u2212' : '+') + pawns };
      }
      game.hasScores = true;
    }
  }

  // The board after a node.
  function boardAt(game, index) {
    const path = [];
    for (let at = index; at; at = game.nodes[at].parent) path.push(game.nodes[at]);
    const board = game.board.slice();
    while (path.length) {
      const node = path.pop();
      const piece = board[node.from];
      if (node.from !== node.to) {
        board[node.from] = '';
        board[node.to] = piece;
      }
      for (const [square, there] of node.changes || []) board[square] = there;
    }
    return board;
  }

  // The value of a node, or of the nearest one before it.
  function latest(game, index, value) {
    for (let at = index; at !== null; at = game.nodes[at].parent) {
      const found = value(game.nodes[at]);
      if (found !== undefined && found !== null) return found;
    }
    return null;
  }

  const toMove = (game, node) => (node.ply % 2 === 0) === game.whiteFirst;

  function positionInWords(game, index, board) {
    const sides = ['White', 'Black'].map((color, side) => {
      const kinds = Object.keys(KINDS).map((kind) => {
        const letter = side ? kind : kind.toUpperCase();
        const squares = board.map((piece, square) => (piece === letter ? squareName(square) : '')).filter(Boolean);
        return squares.length ? KINDS[kind] + (squares.length > 1 ? 's ' : ' ') + squares.join(' ') : '';
      });
      return color + ': ' + (kinds.filter(Boolean).join(', ') || 'no pieces') + '.';
    });
    const node = game.nodes[index];
    const marks = node.marks.map(([color, from, to]) => {
      const what = from === to ? 'square ' + squareName(from) : 'arrow from ' + squareName(from) + ' to ' + squareName(to);
      return MARKS[color][0] + ' ' + what;
    });
    sides.push((toMove(game, node) ? 'White' : 'Black') + ' to move' + (node.check ? ', in check.' : '.'));
    if (marks.length) sides.push('Marked: ' + marks.join(', ') + '.');
    return sides.join(' ');
  }

  // A move in words, for those who hear it: "12. Nf3: White's knight g1 to f3".
  function moveInWords(game, node, before, after) {
    const said = node.word ? node.word.textContent + ': ' : '';
    const color = byWhite(game, node) ? 'White' : 'Black';
    const piece = before[node.from];
    if (node.from === node.to) {
      if (!node.changes) return said + color + ' passes';
      const put = KINDS[(after[node.to] || 'p').toLowerCase()];
      return said + color + ' puts a ' + put + ' on ' + squareName(node.to) + (node.check ? ', check' : '');
    }
    const kind = KINDS[piece.toLowerCase()] || 'piece';
    const takes = before[node.to] && isWhite(before[node.to]) !== isWhite(piece) ? ' takes on ' : ' to ';
    let words = said + color + "'s " + kind + ' ' + squareName(node.from) + takes + squareName(node.to);
    if (kind === 'pawn' && after[node.to] && after[node.to] !== piece) words += ', becomes a ' + KINDS[after[node.to].toLowerCase()];
    return words + (node.check ? ', check' : '');
  }

  function clockText(seconds) {
    const whole = Math.floor(Math.max(seconds, 0));
    const two = (value) => String(value).padStart(2, '0');
    const tenths = whole < 20 && seconds % 1 ? '.' + Math.floor((seconds % 1) * 10 + 1e-6) : '';
    const hours = Math.floor(whole / 3600);
    const minutes = Math.floor(whole / 60) % 60;
    return (hours ? hours + ':' + two(minutes) : minutes) + ':' + two(whole % 60) + tenths;
  }

  // The outline of an arrow from the middle of a square to that of another.
  function arrowPath([x, y], [toX, toY]) {
    const length = Math.hypot(toX - x, toY - y);
    const [ux, uy] = [(toX - x) / length, (toY - y) / length];
    const points = [[24, 8], [length - 46, 8], [length - 46, 23], [length - 8, 0], [length - 46, -23], [length - 46, -8], [24, -8]];
    return 'M' + points.map(([a, b]) => (x + a * ux - b * uy).toFixed(1) + ' ' + (y + a * uy + b * ux).toFixed(1)).join('L') + 'Z';
  }

  class Viewer {
    constructor(root, host) {
      this.root = root;
      this.host = host;
      this.entries = [...root.querySelectorAll('.games>li')];
      this.flipped = root.hasAttribute('data-flip');
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
      this.graph = shape('svg', { class: 'graph', preserveAspectRatio: 'none', role: 'slider', tabindex: '0', 'aria-label': 'Evaluation, half-moves', 'aria-valuemin': '0', action: (event) => this.clickGraph(event) });
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
          for (const token of node.data.split(/([ ()]+)/)) {
            if (!token || /^[ ()]+$/.test(token)) {
              paragraph.append(token);
              continue;
            }
            index += 1;
            const place = nodes[index];
            if (!place) {
              paragraph.append(token);
              continue;
            }
            place.word = element('a', { href: this.link(index) }, token);
            place.word.node = index;
            paragraph.append(place.word);
          }
        }
        parts.push(paragraph);
      }
      this.moves.replaceChildren(...parts);
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
      this.flipped = !this.flipped;
      this.draw();
    }

    // Drawing

    corner(square) {
      const [file, rank] = [square & 7, square >> 3];
      return this.flipped ? [(7 - file) * 100, rank * 100] : [file * 100, (7 - rank) * 100];
    }

    draw(before) {
      const { game } = this;
      if (!game || !game.hasBoard) return;
      const node = game.nodes[this.node];
      const board = boardAt(game, this.node);
      this.shown = board;
      const use = (id, [x, y]) => shape('use', { href: '#p-' + id, x, y });
      const layers = [use(0, [0, 0])];
      if (this.node && (node.from !== node.to || node.changes)) {
        for (const square of new Set([node.from, node.to])) layers.push(use(1, this.corner(square)));
      }
      for (const [color, from, to] of node.marks) {
        const [x, y] = this.corner(from);
        if (from === to) layers.push(shape('rect', { x, y, width: 100, height: 100, fill: MARKS[color][1], opacity: 0.65 }));
      }
      if (node.check) {
        const king = board.indexOf(toMove(game, node) ? 'K' : 'k');
        if (king >= 0) layers.push(use(2, this.corner(king)));
      }
      let moved = null;
      board.forEach((piece, square) => {
        if (!piece) return;
        const [x, y] = this.corner(square);
        const drawn = use(piece, [x, y + 4]);
        if (square === (before > this.node ? game.nodes[before].from : node.to)) moved = drawn;
        layers.push(drawn);
      });
      for (const [color, from, to] of node.marks) {
        if (from === to) continue;
        const middle = (square) => this.corner(square).map((edge) => edge + 50);
        layers.push(shape('path', { d: arrowPath(middle(from), middle(to)), fill: MARKS[color][1], opacity: 0.8 }));
      }
      for (let at = 0; at < 8; at += 1) {
        const file = 'abcdefgh'[this.flipped ? 7 - at : at];
        const rank = this.flipped ? at + 1 : 8 - at;
        layers.push(shape('text', { x: at * 100 + 96, y: 793, 'text-anchor': 'end' }, file), shape('text', { x: 4, y: at * 100 + 21 }, rank));
      }
      this.board.replaceChildren(...layers);
      this.board.setAttribute('aria-label', this.node ? 'Position after ' + (node.word ? node.word.textContent : 'the move') : 'Position at the start');
      this.animate(before, moved);
      if (this.inWords.open) this.words.textContent = positionInWords(game, this.node, board);
      this.drawSides(node);
      this.drawScore();
      this.markWord();
    }

    // Moves the piece, unless the reader prefers to see less of that.
    animate(before, moved) {
      if (before === undefined || !moved || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const { nodes } = this.game;
      const isBack = nodes[before].parent === this.node;
      if (!isBack && nodes[this.node].parent !== before) return;
      const move = nodes[isBack ? before : this.node];
      const [x, y] = this.corner(move.from);
      const [toX, toY] = this.corner(move.to);
      const [dx, dy] = isBack ? [toX - x, toY - y] : [x - toX, y - toY];
      moved.animate([{ transform: 'translate(' + dx + 'px,' + dy + 'px)' }, { transform: 'none' }], { duration: 130, easing: 'ease-out' });
    }

    drawSides(node) {
      const { game } = this;
      const pocket = latest(game, this.node, (at) => at.pocket) || '';
      const points = { '1-0': ['1', '0'], '0-1': ['0', '1'], '\u00bd-\u00bd': ['\u00bd', '\u00bd'] }[this.result] || ['', ''];
      [this.top, this.bottom].forEach((place, at) => {
        const isBlack = (at === 0) !== this.flipped;
        const side = isBlack ? 1 : 0;
        const clock = latest(game, this.node, (from) => (byWhite(game, from) === !isBlack ? from.clock : null));
        const hand = [...pocket].filter((piece) => isWhite(piece) !== isBlack).join(' ').toUpperCase();
        const parts = [element('span', { class: isBlack ? 'disc black' : 'disc', 'aria-hidden': 'true' }),
          element('span', { class: 'name' }, ...this.players[side].map((part) => (part.cloneNode ? part.cloneNode(true) : part)))];
        if (points[side]) parts.push(element('span', { class: 'points', title: 'Result' }, points[side]));
        if (hand) parts.push(element('span', { class: 'hand', title: 'In hand' }, hand));
        if (clock !== null) parts.push(element('span', { class: toMove(game, node) !== isBlack ? 'clock turn' : 'clock', title: 'Time left' }, clockText(clock)));
        place.replaceChildren(...parts);
      });
    }

    drawScore() {
      if (!this.game.hasScores) return;
      const score = latest(this.game, this.node, (node) => node.score);
      const [white, text] = this.bar.children;
      white.style.height = (score ? score.share : 0.5) * 100 + '%';
      text.textContent = score ? score.text.replace(/^[+\u2212]/, '').replace(/(\.\d)\d$/, '$1') : '';
      this.bar.classList.toggle('flipped', this.flipped);
      this.bar.classList.toggle('low', score !== null && score.share < 0.5);
      const { ply, main } = this.game.nodes[this.node];
      const at = main ? ply : latest(this.game, this.node, (node) => (node.main ? node.ply : null));
      this.cursor.setAttribute('x1', at);
      this.cursor.setAttribute('x2', at);
      this.graph.setAttribute('aria-valuenow', at);
      const word = this.game.nodes[this.node].word;
      this.graph.setAttribute('aria-valuetext', (word ? word.textContent : 'Start') + (score ? ', ' + score.text : ''));
    }

    drawGraph() {
      if (!this.game.hasScores) return;
      const last = Math.max(this.mainLine.length - 1, 1);
      const points = [[0, 0.5]];
      for (const at of this.mainLine) {
        const { score, ply } = this.game.nodes[at];
        if (score) points.push([ply, score.share]);
      }
      points.push([last, points[points.length - 1][1]]);
      const line = points.map(([x, share]) => x + ' ' + (100 - share * 100).toFixed(1)).join('L');
      this.cursor = shape('line', { class: 'cursor', y1: 0, y2: 100 });
      this.graph.setAttribute('viewBox', '0 0 ' + last + ' 100');
      this.graph.setAttribute('aria-valuemax', last);
      this.graph.replaceChildren(
        shape('rect', { class: 'ground', width: last, height: 100 }),
        shape('path', { class: 'area', d: 'M0 100L' + line + 'L' + last + ' 100Z' }),
        shape('line', { class: 'even', x2: last, y1: 50, y2: 50 }),
        this.cursor);
    }

    clickGraph(event) {
      const { left, width } = this.graph.getBoundingClientRect();
      const last = this.mainLine.length - 1;
      const ply = Math.round(((event.clientX - left) / width) * last);
      this.stopAutoplay();
      this.go(this.mainLine[Math.min(Math.max(ply, 0), last)]);
    }

    // Shows which word of the text is on the board, and scrolls to it.
    markWord() {
      if (this.marked) this.marked.removeAttribute('aria-current');
      this.marked = this.game.nodes[this.node].word;
      if (!this.marked) {
        this.moves.scrollTop = 0;
        return;
      }
      this.marked.setAttribute('aria-current', 'true');
      const word = this.marked.getBoundingClientRect();
      const frame = this.moves.getBoundingClientRect();
      if (word.top < frame.top + 20 || word.bottom > frame.bottom - 20) this.moves.scrollTop += word.top - frame.top - frame.height / 3;
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
})();

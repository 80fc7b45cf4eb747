// The reader's side of the explorer: a line of moves, what is known of its position, keys, address.

const ROWS = 12;
const PAGE = 20;
const KEYS = [
  ['\u2190 \u2192', 'one move back, one move on'],
  ['Home End', 'start and end of the line'],
  ['Space', 'play the moves'],
  ['f', 'turn the board'],
  ['m', 'type a move'],
  ['/', 'search a player'],
  ['p', 'say the position'],
  ...(document.getElementById('analysis') ? [['a', 'the engine analyses, or no longer']] : []),
  ['?', 'these keys'],
];
const ICONS = {
  Start: 'M2 2h2v12H2zM12 1.500l2 2L9.500 8l4.500 4.500-2 2L5.500 8z',
  Back: 'M10 1.500l2 2L7.500 8l4.500 4.500-2 2L3.500 8z',
  'Play the moves': 'M3 1.500l11 6.500-11 6.500z',
  On: 'M6 1.500l-2 2L8.500 8 4 12.500l2 2L12.500 8z',
  End: 'M4 1.500l-2 2L6.500 8 2 12.500l2 2L10.500 8zM12 2h2v12h-2z',
  'Turn the board': 'M5 1l4 4H6v6H4V5H1zM11 15l-4-4h3V5h2v6h3z',
};
const HALT = 'M3 2h4v12H3zM9 2h4v12H9z';
const icon = (d) => shape('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape('path', { d }));

class Explorer extends Playing {
  constructor() {
    super();
    const at = (id) => document.getElementById(id);
    Object.assign(this, {
      root: document.querySelector('.explorer'), board: at('board'), top: at('top'), bottom: at('bottom'), moves: at('line'),
      inWords: at('in-words'), words: at('words'), live: at('live'), table: at('moves'), rows: at('rows'), more: at('more'),
      totals: at('totals'), opening: at('opening'), heading: at('game'), choice: at('choice'), typed: at('typed'), fen: at('fen'),
      problem: at('problem'), help: at('help'), promotion: at('promotion'), player: at('player'), judged: at('evaluation'),
    });
    this.engine = at('analysis') ? new Engine(at('analysis')) : null;
    this.flipped = false;
    this.legal = [];
    this.selected = null;
    this.hinted = null;
    this.node = 0;
    this.players = [['White'], ['Black']];
    this.result = '';
    this.wanted = readAddress();
    this.build(at);
    this.show(this.wanted);
  }

  build(at) {
    const actions = { Start: () => this.go(0), Back: () => this.step(-1), 'Play the moves': () => this.toggleAutoplay(), On: () => this.step(1), End: () => this.go(this.last()), 'Turn the board': () => this.flip() };
    for (const [label, action] of Object.entries(actions)) {
      const button = element('button', { type: 'button', 'aria-label': label, title: label, click: action }, icon(ICONS[label]));
      if (label === 'Play the moves') this.play = button;
      at('controls').append(button);
    }
    this.letters = element('input', { type: 'checkbox' });
    this.letters.checked = true;
    this.help.append(element('h2', {}, 'Keys'), element('dl', {}, ...KEYS.map(([key, meaning]) => element('div', {}, element('dt', {}, key), element('dd', {}, meaning)))),
      element('p', {}, element('label', {}, this.letters, ' Letters are keys, too')),
      element('p', {}, 'On the board: click a piece and then its square, or draw it there. With a finger, swipe to the left for the next move and to the right for the one before.'),
      element('button', { type: 'button', click: () => this.help.close() }, 'Close'));
    at('help-open').addEventListener('click', () => this.help.showModal());
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.table.focus();
    });
    at('entry').addEventListener('submit', (event) => {
      event.preventDefault();
      this.enter();
    });
    this.typed.addEventListener('input', () => this.typed.setCustomValidity(''));
    at('setup').addEventListener('submit', (event) => {
      event.preventDefault();
      this.change({ fen: this.fen.value.trim(), play: [], ply: 0, game: '' });
    });
    this.moves.addEventListener('click', (event) => this.clickWord(event));
    this.inWords.addEventListener('toggle', () => this.draw());
    this.more.addEventListener('click', () => {
      this.allRows = true;
      this.fillRows();
    });
    this.choice.addEventListener('change', () => this.filter(readFilters(this.choice)));
    this.choice.addEventListener('submit', (event) => event.preventDefault());
    at('search').addEventListener('submit', (event) => {
      event.preventDefault();
      this.search(0);
    });
    at('next').addEventListener('click', () => this.search(at('results').children.length));
    at('again').addEventListener('click', () => {
      this.problem.hidden = true;
      this.retry();
    });
    at('dismiss').addEventListener('click', () => (this.problem.hidden = true));
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('popstate', () => this.show(readAddress()));
    this.listenToPointer();
  }

  // Line

  last() {
    return this.game ? this.game.nodes.length - 1 : 0;
  }

  // Shows what an address says.
  async show(wanted) {
    this.stopAutoplay();
    await this.careful(() => this.show(wanted), async (signal) => {
      const { game, ply } = wanted;
      let line = wanted;
      let tags = null;
      if (game) {
        const found = game === this.wanted.game && this.tags ? this.found : await ask('api/game/' + game, {}, signal);
        line = { ...wanted, variant: found.variant === 'standard' ? '' : found.variant, fen: found.fen, play: found.play.split(',').filter(Boolean) };
        tags = found.tags;
        this.found = found;
      }
      const { variant, fen, play } = line;
      const { after, ...others } = line;
      if (after && after !== address({ ...others, game: '', play: play.slice(0, ply), ply })) line.ply = 0;
      const answer = await ask('api/position', { variant, fen, play: play.join(',') }, signal);
      const drawn = readGame({ s: answer.start, m: '' });
      drawn.nodes[0].fen = answer.start;
      this.game = drawn;
      answer.line.forEach((move) => this.add(move));
      this.wanted = { ...others, game };
      this.tags = tags;
      this.node = Math.min(line.ply, this.last());
      this.wanted.ply = this.node;
      if (after) history.replaceState(null, '', address(this.wanted));
      this.showHeading();
      this.writeLine();
      this.fillFilters();
      this.arrive();
      await this.refresh(signal);
    });
  }

  // Another line, or other filters: a new entry of the history.
  change(changes) {
    const wanted = { ...this.wanted, ...changes };
    history.pushState(null, '', address(wanted));
    this.show(wanted);
  }

  add({ uci, san, fen, check }) {
    const { nodes } = this.game;
    const parent = nodes.length - 1;
    const before = boardAt(this.game, parent);
    const after = readPosition(fen).board;
    const { from, to } = squaresOf({ uci, san });
    const node = { parent, ply: parent + 1, main: true, children: [], changes: null, pocket: null, check, marks: [], word: null, from: from ?? to, to, uci, san, fen };
    if (node.from !== to) {
      before[to] = before[node.from];
      before[node.from] = '';
    }
    const changes = after.map((piece, square) => [square, piece]).filter(([square, piece]) => before[square] !== piece);
    if (changes.length) node.changes = changes;
    const pocket = /\[(.*?)\]/.exec(fen);
    if (pocket) node.pocket = pocket[1];
    nodes[parent].children = [nodes.length];
    nodes.push(node);
  }

  playOf(end) {
    return this.game.nodes.slice(1, end + 1).map((node) => node.uci);
  }

  // Plays a move in the position that is shown: the next one of the line, or a new one in its place.
  async move(uci) {
    const { nodes } = this.game;
    this.select(null);
    if (nodes[this.node + 1]?.uci === uci) {
      this.go(this.node + 1, true);
      return;
    }
    this.stopAutoplay();
    const from = this.node;
    await this.careful(() => this.move(uci), async (signal) => {
      const answer = await ask('api/position', { variant: this.wanted.variant, fen: nodes[from].fen, play: uci }, signal);
      nodes.length = from + 1;
      nodes[from].children = [];
      this.add(answer.line[0]);
      this.node = from + 1;
      const play = this.playOf(this.node);
      if (this.wanted.game) this.leaveGame();
      this.wanted = { ...this.wanted, play, ply: this.node, game: '' };
      history.pushState(null, '', address(this.wanted));
      this.writeLine();
      this.arrive(from);
      await this.refresh(signal, answer);
    });
  }

  go(index, isNew = false) {
    if (!this.game || index < 0 || index > this.last() || index === this.node) return false;
    const before = this.node;
    this.node = index;
    this.wanted.ply = index;
    // Steps along a line are no entries of their own, so that one step back in the history leaves the line.
    history[isNew ? 'pushState' : 'replaceState'](null, '', address(this.wanted));
    this.arrive(before);
    this.ask();
    return true;
  }

  step(by) {
    if (by < 0) this.stopAutoplay();
    return this.go(this.node + by);
  }

  // Draws the position, which is there before what is known of it.
  arrive(before) {
    this.selected = null;
    this.hinted = null;
    this.legal = [];
    this.draw(before);
    this.fen.value = this.game.nodes[this.node].fen;
    const { variant, fen } = this.wanted;
    this.engine?.follow({ variant, fen, play: this.playOf(this.node).join(',') });
  }

  showHeading() {
    const { game } = this.wanted;
    this.heading.hidden = !game;
    this.players = [['White'], ['Black']];
    this.result = '';
    if (!game) {
      document.title = 'Opening explorer';
      return;
    }
    const { shown, players, result, title } = gameHeading(game, this.tags, () => this.change({ game: '', play: this.playOf(this.node), ply: this.node }));
    this.heading.replaceChildren(...shown);
    Object.assign(this, { players, result });
    document.title = title + ' \u00b7 Opening explorer';
  }

  leaveGame() {
    this.wanted.game = '';
    this.tags = null;
    this.showHeading();
  }

  writeLine() {
    const { nodes, whiteFirst } = this.game;
    const start = Number(nodes[0].fen.split(' ').at(-1)) || 1;
    const words = [];
    nodes.forEach((node, at) => {
      if (!at) return;
      const half = at - 1 + (whiteFirst ? 0 : 1);
      const number = half % 2 === 0 ? start + half / 2 + '. ' : at === 1 ? start + '... ' : '';
      const there = { ...this.wanted, ply: at };
      node.word = element('a', { href: address(there) }, number + node.san);
      node.word.node = at;
      words.push(node.word, ' ');
    });
    if (!words.length) words.push(element('em', {}, nodes[0].fen.startsWith(START) ? 'Start of the game. Play a move on the board or choose one below.' : 'Start of the line.'));
    this.moves.replaceChildren(...words);
  }

  clickWord(event) {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.stopAutoplay();
    this.go(link.node, true);
  }

  // What is known

  // One thing at a time: what comes later ends what is on its way. Where it fails the reader may try again.
  async careful(again, work) {
    this.going?.abort();
    const going = new AbortController();
    this.going = going;
    this.table.setAttribute('aria-busy', 'true');
    try {
      await work(going.signal);
      if (this.going === going) {
        this.table.setAttribute('aria-busy', 'false');
        this.problem.hidden = true;
      }
    } catch (error) {
      if (error.name === 'AbortError' || this.going !== going) return;
      // What was known before is of another position.
      this.rows.replaceChildren(element('tr', {}, element('td', { class: 'none', colspan: 5 }, 'There is no answer.')));
      this.opening.replaceChildren('Opening not known');
      this.totals.replaceChildren('\u00a0');
      this.fillEvaluation(null);
      this.more.hidden = true;
      for (const id of ['best', 'recent']) this.fillGames(id, [], 'There is no answer.');
      this.table.setAttribute('aria-busy', 'false');
      this.complain(error, again);
    }
  }

  complain(error, again) {
    if (!(error instanceof Problem)) console.error(error);
    document.getElementById('why').textContent = error instanceof Problem ? error.message : 'The page has a fault: ' + error.message;
    this.retry = again;
    this.problem.hidden = false;
  }

  ask() {
    return this.careful(() => this.ask(), (signal) => this.refresh(signal));
  }

  async refresh(signal, here) {
    const node = this.game.nodes[this.node];
    const { variant, fen, filters } = this.wanted;
    const known = ask('lichess', { variant, fen, play: this.playOf(this.node).join(','), ...filters, moves: 60, topGames: 4, recentGames: 8 }, signal);
    const legal = here ?? ask('api/position', { variant, fen: node.fen }, signal);
    const [answer, position] = await Promise.all([known, legal]);
    this.legal = position.moves.map((move) => ({ ...move, ...squaresOf(move) }));
    document.getElementById('legal').replaceChildren(...this.legal.map(({ san }) => element('option', { value: san })));
    this.fillEvaluation(position.evaluation);
    this.answer = answer;
    this.allRows = false;
    this.fillRows();
    this.fillTotals();
    this.fillGames('best', answer.topGames, 'None with ratings of 2000 and more.');
    this.fillGames('recent', answer.recentGames, 'None goes on from here.');
    this.say();
  }

  fillRows() {
    const { moves } = this.answer;
    const all = gamesOf(this.answer);
    const next = this.game.nodes[this.node + 1]?.uci;
    const shown = this.allRows ? moves : moves.slice(0, ROWS);
    const play = this.playOf(this.node);
    const href = (uci) => address({ ...this.wanted, game: '', play: [...play, uci], ply: play.length + 1 });
    const rows = shown.map((move) => moveRow(move, this.answer, href(move.uci), move.uci === next, (uci) => this.move(uci), (uci) => this.hint(uci)));
    if (!rows.length) {
      const text = this.legal.length ? (all ? 'All games end here.' : (FILTERS.some((name) => this.wanted.filters[name]) ? 'No game of the filters has this position.' : 'No game has this position.') + ' Moves can be played on the board all the same.') : 'The game is over here.';
      rows.push(element('tr', {}, element('td', { class: 'none', colspan: 5 }, text)));
    }
    this.rows.replaceChildren(...rows);
    this.more.hidden = shown.length === moves.length;
    this.more.textContent = 'Show ' + (moves.length - shown.length) + ' more moves';
  }

  // The place of it stays once there was one, so that the page does not jump.
  fillEvaluation(evaluation) {
    this.evaluation = evaluation || null;
    if (evaluation) this.judged.hidden = false;
    this.judged.replaceChildren(...(evaluation ? evaluationParts(evaluation) : [element('span', { class: 'best' }, 'No evaluation')]));
  }

  fillTotals() {
    const { answer } = this;
    const all = gamesOf(answer);
    const name = answer.opening ? [element('b', {}, answer.opening.eco), ' ' + answer.opening.name] : [this.game.nodes[this.node].fen.startsWith(START) ? 'Initial position' : 'Position without a name'];
    this.opening.replaceChildren(...name);
    this.opening.title = answer.opening ? answer.opening.name : '';
    this.totals.replaceChildren(element('b', {}, countOfGames(all)), all ? ': ' + inWords(answer) : '');
  }

  fillGames(id, games, none) {
    const rows = games.map((game) => gameRow(game, this.wanted.game, (which) => this.openGame(which)));
    document.getElementById(id).replaceChildren(...(rows.length ? rows : [noGames(none)]));
  }

  say() {
    const { game, node, answer, evaluation } = this;
    const at = game.nodes[node];
    const move = node ? moveInWords(game, at, boardAt(game, at.parent), this.shown) : 'Start';
    const all = gamesOf(answer);
    const opening = answer.opening ? answer.opening.name + '. ' : '';
    this.live.textContent = move + '. ' + opening + countOfGames(all) + (all ? ', ' + inWords(answer) : '') + '.' + (evaluation ? ' Evaluation ' + scoreOf(evaluation).words + '.' : '');
  }

  openGame(game) {
    // It goes on from the position that is shown, if it has it.
    this.change({ game, ply: this.node, after: address({ ...this.wanted, game: '', play: this.playOf(this.node), ply: this.node }) });
    document.querySelector('.place').scrollIntoView({ block: 'nearest' });
  }

  fillFilters() {
    const { filters, variant } = this.wanted;
    const given = FILTERS.filter((name) => filters[name]);
    document.getElementById('filtered').textContent = given.map((name) => ({ since: 'from ', until: 'to ' }[name] || '') + filters[name].replaceAll(',', ', ')).join('; ');
    if (!this.choice.children.length) this.choice.append(...filterForm(() => this.filter({ speeds: '', ratings: '', since: '', until: '' })));
    writeFilters(this.choice, filters, variant);
  }

  filter(filters) {
    const variant = this.choice.querySelector('select')?.value ?? this.wanted.variant;
    if (variant !== this.wanted.variant) this.change({ filters, variant, fen: '', play: [], ply: 0, game: '' });
    else this.change({ filters });
  }

  // Games of a player, a part at a time.
  async search(from) {
    const player = this.player.value.trim();
    const results = document.getElementById('results');
    const found = document.getElementById('found');
    const next = document.getElementById('next');
    if (!player) return;
    try {
      const answer = await ask('api/games', { player, color: document.getElementById('color').value, from, limit: PAGE });
      const rows = answer.games.map((game) => gameRow(game, this.wanted.game, (which) => this.openGame(which)));
      if (from) results.append(...rows);
      else results.replaceChildren(...rows);
      found.textContent = answer.total ? countOfGames(answer.total) + ' of ' + player : 'Nobody has the name ' + player + ' here. It must be whole, as \u201cTal, M\u201d.';
      next.hidden = from + answer.games.length >= answer.total || !answer.games.length;
    } catch (error) {
      this.complain(error, () => this.search(from));
    }
  }

  // A move as it is typed: SAN with or without its signs, or the squares.
  enter() {
    const bare = (text) => text.replace(/[+#=x!?\s-]/g, '').replaceAll('0', 'O');
    const text = this.typed.value.trim();
    const found = this.legal.filter((move) => move.san === text || move.uci === text.toLowerCase());
    const move = found[0] || this.legal.find(({ san }) => bare(san) === bare(text)) || this.legal.find(({ san }) => bare(san).toLowerCase() === bare(text).toLowerCase());
    if (!move) {
      this.typed.setCustomValidity(text ? text + ' is not a move here.' : 'Type a move, such as ' + (this.legal[0]?.san || 'e4') + '.');
      this.typed.reportValidity();
      return;
    }
    this.typed.value = '';
    this.move(move.uci);
  }

  // Keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open || this.promotion.open) return;
    const { target } = event;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    const isButton = /^(BUTTON|SUMMARY|A)$/.test(target.tagName);
    const moves = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(this.last()), Escape: () => this.select(null) };
    const letters = {
      ' ': () => this.toggleAutoplay(),
      f: () => this.flip(),
      m: () => this.typed.focus(),
      '/': () => this.player.focus(),
      ...(this.engine ? { a: () => this.engine.toggle() } : {}),
      p: () => (this.live.textContent = this.game ? positionInWords(this.game, this.node, this.shown) : ''),
      '?': () => this.help.showModal(),
    };
    let action = moves[event.key];
    if (!action && this.letters.checked && !(isButton && event.key === ' ')) action = letters[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  toggleAutoplay() {
    if (this.timer) {
      this.stopAutoplay();
      return;
    }
    this.play.setAttribute('aria-label', 'Stop');
    this.play.replaceChildren(icon(HALT));
    this.timer = setInterval(() => {
      if (!this.step(1)) this.stopAutoplay();
    }, 1200);
    this.step(1);
  }

  stopAutoplay() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.play.setAttribute('aria-label', 'Play the moves');
    this.play.replaceChildren(icon(ICONS['Play the moves']));
  }
}

new Explorer();

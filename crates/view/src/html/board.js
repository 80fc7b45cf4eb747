// Elements, and the drawing of a position. All text goes into the page as text, never as markup.

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

// The outline of an arrow from the middle of a square to that of another.
function arrowPath([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [ux, uy] = [(toX - x) / length, (toY - y) / length];
  const points = [[24, 8], [length - 46, 8], [length - 46, 23], [length - 8, 0], [length - 46, -23], [length - 46, -8], [24, -8]];
  return 'M' + points.map(([a, b]) => (x + a * ux - b * uy).toFixed(1) + ' ' + (y + a * uy + b * ux).toFixed(1)).join('L') + 'Z';
}

const errorName = (error) => (error.isBlunder ? 'blunder' : 'mistake');

// What is drawn of a game; Viewer has the rest.
class Drawing {
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
    white.style.height = (score ? score.bar : 0.5) * 100 + '%';
    text.textContent = score ? score.text.replace(/^[+\u2212]/, '').replace(/(\.\d)\d$/, '$1') : '';
    this.bar.classList.toggle('flipped', this.flipped);
    this.bar.classList.toggle('low', score !== null && score.share < 0.5);
    const { ply, main } = this.game.nodes[this.node];
    const at = main ? ply : latest(this.game, this.node, (node) => (node.main ? node.ply : null));
    this.cursor.setAttribute('x1', at);
    this.cursor.setAttribute('x2', at);
    this.graph.setAttribute('aria-valuenow', at);
    const word = this.game.nodes[this.node].word;
    const error = main ? this.game.errors.find((found) => found.ply === ply) : undefined;
    const grade = error ? ', ' + errorName(error) : '';
    this.graph.setAttribute('aria-valuetext', (word ? word.textContent : 'Start') + (score ? ', ' + score.text : '') + grade);
  }

  drawGraph() {
    if (!this.game.hasScores) return;
    const last = Math.max(this.mainLine.length - 1, 1);
    // Stretches without a gap; a value without neighbours is as wide as a half-move.
    const runs = [];
    let isOpen = false;
    for (const at of this.mainLine) {
      const { score, ply } = this.game.nodes[at];
      const share = score ? score.share : at === 0 && this.game.isUsual ? chances(15) : null;
      if (share !== null && !isOpen) runs.push([]);
      isOpen = share !== null;
      if (isOpen) runs[runs.length - 1].push([ply, share]);
    }
    const wide = runs.map((run) => (run.length > 1 ? run : [[Math.max(run[0][0] - 0.5, 0), run[0][1]], [Math.min(run[0][0] + 0.5, last), run[0][1]]]));
    const ends = (run) => [run[0][0], run[run.length - 1][0]];
    const ground = wide.map((run) => 'M' + ends(run)[0] + ' 0V100H' + ends(run)[1] + 'V0Z').join('');
    const area = wide.map((run) => 'M' + ends(run)[0] + ' 100' + run.map(([x, share]) => 'L' + x + ' ' + (100 - share * 100).toFixed(1)).join('') + 'V100Z').join('');
    const marks = this.game.errors.map((error) => {
      const at = this.game.nodes[this.mainLine[error.ply]];
      if (!at) return '';
      const height = at.score ? 100 - at.score.share * 100 : 50;
      const d = 'M' + error.ply + ' ' + height.toFixed(1) + 'h0';
      const name = shape('title', {}, (at.word ? at.word.textContent + ': ' : '') + errorName(error));
      return shape('g', {}, name, shape('path', { class: error.isBlunder ? 'blunder edge' : 'mistake edge', d }), shape('path', { class: error.isBlunder ? 'blunder' : 'mistake', d }));
    });
    this.cursor = shape('line', { class: 'cursor', y1: 0, y2: 100 });
    this.graph.setAttribute('viewBox', '0 0 ' + last + ' 100');
    this.graph.setAttribute('aria-valuemax', last);
    this.graph.replaceChildren(
      shape('title', {}, 'Evaluation by half-move, White\'s chances' + (marks.length ? '; discs are mistakes, squares are blunders' : '')),
      shape('path', { class: 'ground', d: ground }),
      shape('path', { class: 'area', d: area }),
      shape('line', { class: 'even', x2: last, y1: 50, y2: 50 }),
      this.cursor,
      ...marks);
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
}

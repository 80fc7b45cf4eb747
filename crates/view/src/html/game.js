// A game: its tree of moves, positions, clocks and evaluations from the streams of a page (see streams.rs), and all of that in words.
// There are no rules of chess here: moves are given by their squares.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
const KINDS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const MARKS = { G: ['green', '#1f9244'], R: ['red', '#d3302c'], Y: ['yellow', '#efb300'], B: ['blue', '#1f6fd0'], O: ['orange', '#e8730c'], C: ['cyan', '#0a9db0'] };
const isWhite = (piece) => piece < 'a';
// White's chances by centipawns, as pgnkit::judgement has them.
const chances = (centipawns) => 1 / (1 + Math.exp(-0.00368208 * Math.max(-1000, Math.min(1000, centipawns))));
const squareName = (square) => 'abcdefgh'[square & 7] + ((square >> 3) + 1);
const plain = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

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
  const game = { board, whiteFirst, nodes: [], hasBoard: data.m !== undefined, hasScores: false, isUsual: data.s === undefined, errors: [] };
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
  game.errors = (data.j || '').split(' ').filter(Boolean).map((word) => ({ ply: parseInt(word, 10), isBlunder: word.endsWith('??') }));
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
      node.score = { share: chances(value.mate < 0 ? -1000 : 1000), bar: value.mate < 0 ? 0 : 1, text: '#' + value.mate };
    } else {
      last += value;
      const pawns = (Math.abs(last) / 100).toFixed(2);
      const share = chances(last);
      node.score = { share, bar: share, text: (last < 0 ? '\u2212' : '+') + pawns };
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

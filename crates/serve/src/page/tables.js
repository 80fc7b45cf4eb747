// What is known of a position as elements: the table of moves, lists of games, filters.

const SPEEDS = { ultraBullet: 'Ultrabullet', bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapid', classical: 'Classical', correspondence: 'Correspondence' };
const RATINGS = ['0', '1000', '1200', '1400', '1600', '1800', '2000', '2200', '2500'];
const VARIANTS = { '': 'Standard', crazyhouse: 'Crazyhouse', antichess: 'Antichess', atomic: 'Atomic', horde: 'Horde', kingOfTheHill: 'King of the Hill', racingKings: 'Racing Kings', threeCheck: 'Three-check' };

const whole = (number) => number.toLocaleString('en');
const gamesOf = ({ white, draws, black }) => white + draws + black;
const countOfGames = (number) => whole(number) + (number === 1 ? ' game' : ' games');

// Percent that sum up to 100.
function percent({ white, draws, black }) {
  const all = white + draws + black;
  if (!all) return [0, 0, 0];
  const exact = [white, draws, black].map((part) => (part * 100) / all);
  const parts = exact.map(Math.floor);
  const order = [0, 1, 2].sort((a, b) => exact[b] - parts[b] - (exact[a] - parts[a]));
  for (let at = 0, missing = 100 - parts[0] - parts[1] - parts[2]; at < missing; at += 1) parts[order[at]] += 1;
  return parts;
}

const inWords = (counts) => {
  const [white, draws, black] = percent(counts);
  return 'White ' + white + ' %, draws ' + draws + ' %, Black ' + black + ' %';
};

function shareBar(counts) {
  const parts = percent(counts).map((part, at) => {
    const node = element('span', { class: ['white', 'draw', 'black'][at], 'aria-hidden': 'true' }, part >= 22 ? part + '%' : '');
    node.style.width = part + '%';
    return node;
  });
  return element('div', { class: 'share', role: 'img', 'aria-label': inWords(counts), title: inWords(counts) }, ...parts);
}

// The score of an evaluation, and how much of the bar is White's: as on the pages of games.
function scoreOf({ cp, mate }) {
  if (mate !== undefined) return { share: mate < 0 ? 0 : 1, text: '#' + String(mate).replace('-', '\u2212'), words: (mate < 0 ? 'Black' : 'White') + ' mates in ' + Math.abs(mate) };
  const pawns = (Math.abs(cp) / 100).toFixed(2);
  const words = cp ? pawns + ' for ' + (cp < 0 ? 'Black' : 'White') : 'equal';
  return { share: 0.5 + cp / (Math.abs(cp) + 250) / 2, text: (cp < 0 ? '\u2212' : '+') + pawns, words };
}

function evaluationParts(evaluation) {
  const { share, text, words } = scoreOf(evaluation);
  const white = element('span', { class: 'white' });
  white.style.width = share * 100 + '%';
  const best = 'depth ' + evaluation.depth + ' \u00b7 ' + evaluation.line;
  return [element('b', { title: words }, text), element('div', { class: 'share', 'aria-hidden': 'true' }, white, element('span', { class: 'black' })),
    element('span', { class: 'best', title: best + ' \u00b7 ' + whole(evaluation.knodes) + ' thousand nodes' }, best)];
}

// The name of an opening without what is known of it already.
function restOfName(opening, known) {
  const name = opening ? opening.name : '';
  if (!known || !name.startsWith(known.name)) return name;
  return name.slice(known.name.length).replace(/^[:,] /, '');
}

function moveRow(move, known, href, isNext, play, hint) {
  const games = gamesOf(move);
  const all = gamesOf(known);
  const name = restOfName(move.opening, known.opening);
  const link = element('a', { href, 'aria-current': isNext ? 'true' : null }, move.san);
  const named = name ? [element('span', { title: move.opening.name }, name)] : [];
  const row = element('tr', { click: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(move.uci);
  } },
  element('th', { scope: 'row' }, link, ...named),
  element('td', { class: 'count' }, whole(games)),
  element('td', { class: 'part' }, games * 2000 < all ? '<0.1' : ((games * 100) / all).toFixed(games * 10 < all ? 1 : 0)),
  element('td', { class: 'shares' }, shareBar(move)),
  element('td', { class: 'elo' }, move.averageRating ? String(move.averageRating) : ''));
  row.addEventListener('pointerenter', () => hint(move.uci));
  row.addEventListener('pointerleave', () => hint(null));
  link.addEventListener('focus', () => hint(move.uci));
  link.addEventListener('blur', () => hint(null));
  return row;
}

const points = (winner) => ({ white: '1-0', black: '0-1' })[winner] || '\u00bd-\u00bd';

function gameRow(game, current, open) {
  const name = (player) => [element('b', {}, player.name), player.rating ? element('i', {}, '\u00a0' + player.rating) : ''];
  const details = [game.month || game.year || '', SPEEDS[game.speed] || ''].filter(Boolean).join(' \u00b7 ');
  const link = element('a', { href: '#game=' + game.id, 'aria-current': game.id === current ? 'true' : null, click: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(game.id);
  } },
  element('span', { class: 'who' }, ...name(game.white), ' \u2013 ', ...name(game.black)),
  element('b', { class: 'result' }, points(game.winner)),
  element('em', {}, String(details)));
  return element('li', {}, link);
}

const noGames = (text) => element('li', { class: 'none' }, text);

// The tags of a game that is open, with the ways to its text.
function gameHeading(id, tags, close) {
  const of = (name) => {
    const value = tags.find((tag) => tag.name === name)?.value || '';
    return /^[?.*-]*$/.test(value) ? '' : value;
  };
  const player = (color) => {
    const rating = of(color + 'Elo');
    return [element('b', {}, of(color) || '?'), rating ? element('i', {}, '\u00a0' + rating) : ''];
  };
  const result = of('Result').replace('1/2-1/2', '\u00bd-\u00bd');
  const place = ['Event', 'Site', 'Round', 'Date'].map(of).filter((value) => value && !/^https?:/.test(value)).join(', ');
  const players = [player('White'), player('Black')];
  const shown = [
    element('button', { type: 'button', 'aria-label': 'Close the game', title: 'Close the game', click: close }, '\u00d7'),
    element('span', { class: 'who' }, ...player('White'), ' \u2013 ', ...player('Black'), ' ', element('b', { class: 'result' }, result)),
    element('em', {}, place),
    element('span', { class: 'ways' }, element('a', { href: 'game/' + id }, 'Page of the game'), ' ', element('a', { href: 'masters/pgn/' + id }, 'PGN')),
  ];
  return { shown, players, result, title: (of('White') || '?') + ' \u2013 ' + (of('Black') || '?') };
}

// The form of filters. Nothing that is marked is like everything.
function filterForm(clear) {
  const boxes = (name, title, values) => element('fieldset', {}, element('legend', {}, title),
    ...values.map(([value, text]) => element('label', {}, element('input', { type: 'checkbox', name, value }), ' ' + text)));
  const month = (name, text) => element('label', {}, text + ' ', element('input', { type: 'month', name, pattern: '[0-9]{4}-[0-9]{2}', placeholder: '2020-01' }));
  const kinds = element('select', { name: 'variant' }, ...Object.entries(VARIANTS).map(([value, text]) => element('option', { value }, text)));
  return [
    boxes('speeds', 'Speeds', Object.entries(SPEEDS)),
    boxes('ratings', 'Mean ratings', RATINGS.map((from, at) => [from, at === 0 ? 'below 1000' : from + (RATINGS[at + 1] ? '\u2013' + (RATINGS[at + 1] - 1) : ' and above')])),
    element('fieldset', {}, element('legend', {}, 'Months'), month('since', 'from'), month('until', 'to')),
    element('fieldset', {}, element('legend', {}, 'Variant'), element('label', {}, element('span', { class: 'hidden' }, 'Variant'), kinds)),
    element('button', { type: 'button', click: clear }, 'All games'),
  ];
}

function writeFilters(form, filters, variant) {
  for (const input of form.querySelectorAll('input')) {
    if (input.type === 'checkbox') input.checked = filters[input.name].split(',').includes(input.value);
    else if (input !== document.activeElement) input.value = filters[input.name];
  }
  form.querySelector('select').value = variant;
}

function readFilters(form) {
  const marked = (name) => [...form.querySelectorAll('input[name=' + name + ']')].filter((box) => box.checked).map((box) => box.value).join(',');
  const month = (name) => {
    const { value } = form.querySelector('input[name=' + name + ']');
    return /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : '';
  };
  return { speeds: marked('speeds'), ratings: marked('ratings'), since: month('since'), until: month('until') };
}

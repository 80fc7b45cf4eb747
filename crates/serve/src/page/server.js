// The questions that the page asks its server, and its address.

// An answer that did not come, in words for the reader.
class Problem extends Error {}

const query = (parameters) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== '' && value !== null && value !== undefined)
    .map(([name, value]) => name + '=' + encodeURIComponent(value).replaceAll('%2C', ','))
    .join('&');

async function ask(path, parameters, signal) {
  const asked = query(parameters);
  let response;
  try {
    response = await fetch(asked ? path + '?' + asked : path, { signal });
    if (response.ok) return await response.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem('The server does not answer.');
  }
  const text = (await response.text().catch(() => '')).replace(/^bad request: /, '');
  if (response.status === 503) throw new Problem('The server has too much to do at the moment.');
  if (response.status === 404) throw new Problem('There is no such game in this index.');
  if (response.status === 400) throw new Problem('This cannot be shown: ' + text + '.');
  throw new Problem('The server has failed, with status ' + response.status + '.');
}

const FILTERS = ['speeds', 'ratings', 'since', 'until'];

// What the address says is to be shown.
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const text = (name) => given.get(name) || '';
  const play = text('play').split(',').filter(Boolean);
  const ply = given.has('ply') ? Number(text('ply')) : null;
  const wanted = { variant: text('variant'), fen: text('fen'), play, game: text('game'), filters: {} };
  for (const name of FILTERS) wanted.filters[name] = text(name);
  // A game begins at its start, a line is shown to its end.
  wanted.ply = Number.isInteger(ply) && ply >= 0 ? ply : wanted.game ? 0 : play.length;
  return wanted;
}

function address(wanted) {
  const { variant, fen, play, game, ply, filters } = wanted;
  const line = game ? { game } : { variant: variant === 'standard' ? '' : variant, fen, play: play.join(',') };
  const isEnd = game ? ply === 0 : ply === play.length;
  return '#' + query({ ...line, ply: isEnd ? '' : ply, ...filters });
}

// Shows games of `pgn serve` in lichess's own viewer (`@lichess-org/pgn-viewer` from npm), which a page of another origin loads: a client that was not
// written for this program.
//
// npm install && node viewer.mjs [PGN] [--pictures FOLDER]
// PGN is the program (../../target/release/pgn); Chromium is /usr/bin/chromium or $CHROMIUM. The end is status 1 if the viewer does not show
// what the games have.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const pgn = path.resolve(process.argv[2] ?? '../../target/release/pgn');
const pictures = process.argv[3] === '--pictures' ? process.argv[4] : null;
const viewer = path.resolve(import.meta.dirname, 'node_modules/@lichess-org/pgn-viewer/dist');
const clocks = path.resolve(import.meta.dirname, '../../examples/clocks.pgn');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgn-viewer-'));
const index = path.join(folder, 'games.idx');
let failures = 0;

function check(name, actual, expected) {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  failures += 1;
  console.log(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

execFileSync(pgn, ['index', '-q', clocks, '-o', index]);
const server = spawn(pgn, ['serve', '--log', 'none', '--port', '0', index], { stdio: ['ignore', 'ignore', 'pipe'] });
process.on('exit', () => server.kill('SIGINT'));
const explorer = await new Promise((resolve, reject) => {
  let said = '';
  server.stderr.on('data', (text) => {
    said += text;
    const found = /http:\/\/[^/]+/.exec(said);
    if (found) resolve(found[0]);
  });
  server.once('exit', () => reject(new Error('the server has ended: ' + said)));
});

// The page of somebody else.
const PAGE = `<!doctype html><meta charset="utf-8"><title>viewer</title><link rel="stylesheet" href="lichess-pgn-viewer.css"><div id="board"></div>
<script type="module">
import LichessPgnViewer from '/lichess-pgn-viewer.min.js';
const { explorer, play, take } = Object.fromEntries(new URLSearchParams(location.search));
const answer = await (await fetch(explorer + '/masters?topGames=15&play=' + play)).json();
const { id } = answer.topGames[Number(take)];
const pgn = await (await fetch(explorer + '/masters/pgn/' + id)).text();
LichessPgnViewer(document.getElementById('board'), { pgn, showPlayers: true, showMoves: 'right', showClocks: true, initialPly: 'last' });
document.title = JSON.stringify({ id, pgn });
</script>`;
const files = http.createServer((request, response) => {
  const name = new URL(request.url, 'http://localhost').pathname.slice(1);
  if (!name) {
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
    return;
  }
  const file = path.join(viewer, path.basename(name));
  response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
  if (fs.existsSync(file)) fs.createReadStream(file).pipe(response);
  else response.writeHead(404).end();
});
await new Promise((resolve) => files.listen(0, '127.0.0.1', resolve));
const site = `http://127.0.0.1:${files.address().port}/`;

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  userDataDir: path.join(folder, 'profile'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const games = execFileSync(pgn, ['convert', '-q', '--to', 'json', clocks], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
const { topGames } = await (await fetch(`${explorer}/masters?topGames=15`)).json();
check('games of the first position', topGames.length, 15);
for (let take = 0; take < topGames.length; take += 1) {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => check('page', String(error), null));
  await tab.goto(`${site}?${new URLSearchParams({ explorer, play: '', take })}`);
  await tab.waitForFunction(() => document.title.startsWith('{') && document.querySelector('.lpv'));
  const { id, pgn: text } = JSON.parse(await tab.title());
  const shown = await tab.evaluate(() => ({
    moves: [...document.querySelectorAll('.lpv__moves button.move')].map((move) => move.textContent.replace(/[?!]+$/, '')),
    comments: document.querySelectorAll('.lpv__moves comment').length,
    players: [...document.querySelectorAll('.lpv__player__person')].map((player) => player.textContent),
    pieces: document.querySelectorAll('cg-board piece:not(.ghost)').length,
  }));
  const game = games.find((one) => one.tag.Site.endsWith(id));
  const comments = game.moves.flatMap((move) => move.notes ?? []).filter((note) => note.comment !== undefined);
  check(`${id}: comments of the text`, (text.match(/\{/g) ?? []).length, comments.length);
  check(`${id}: moves`, shown.moves, game.moves.map((move) => move.san));
  for (const name of ['White', 'Black']) check(`${id}: ${name}`, shown.players.some((player) => player.includes(game.tag[name])), true);
  check(`${id}: pieces are shown`, shown.pieces > 2, true);
  if (pictures && take === 0) await tab.screenshot({ path: path.join(pictures, 'viewer.png') });
  await tab.close();
}
console.log(`${topGames.length} games in lichess's viewer, ${failures} differences`);
await browser.close();
files.close();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(failures > 0 ? 1 : 0);

// Drives the page of `pgn serve` in Chromium, at the width of a desktop and of a phone, and lets axe look at it.
//
// npm install && node explorer.mjs [PGN] [--pictures FOLDER]
// PGN is the program (../../target/release/pgn); Chromium is /usr/bin/chromium or $CHROMIUM. The end is status 1 if anything is not as
// it should be.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const pgn = path.resolve(process.argv[2] ?? '../../target/release/pgn');
const pictures = process.argv[3] === '--pictures' ? process.argv[4] : null;
const examples = path.resolve(import.meta.dirname, '../../examples');
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgn-explorer-'));
const PHONE = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DESKTOP = { width: 1280, height: 800 };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
let failures = 0;

// Games whose numbers can be counted, beside those of the examples.
const game = (white, black, date, result, moves, others = '') =>
  `[Event "Rated Blitz game"]\n[Site "Riga"]\n[Date "${date}"]\n[Round "1"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n${others}\n${moves} ${result}\n\n`;
const ELO = '[WhiteElo "2400"]\n[BlackElo "2300"]\n[TimeControl "180+2"]\n';
const GAMES = [
  ...Array.from({ length: 45 }, (_, at) => game('Many, Games', 'Other ' + at, `20${10 + (at % 10)}.0${1 + (at % 9)}.01`, ['1-0', '0-1', '1/2-1/2'][at % 3], '1. c4 e5 2. Nc3 Nf6', ELO)),
  game('Castle', 'Take', '1999.05.05', '1-0', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6'),
  game('<b>Markup</b>', '" onclick="x', '1999.05.06', '1-0', '1. b3 b6 2. Bb2 Bb7'),
  game('Pawn', 'End', '1999.05.07', '1-0', '1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8'),
].join('');

const source = path.join(folder, 'games.pgn');
const index = path.join(folder, 'games.idx');
fs.writeFileSync(source, GAMES);
execFileSync(pgn, ['index', '-q', source, path.join(examples, 'clocks.pgn'), '-o', index]);

let server;
let base;
async function begin(port = 0, ...others) {
  server = spawn(pgn, ['serve', '--same-origin', '--log', 'none', '--port', String(port), index, ...others], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await new Promise((resolve, reject) => {
    let said = '';
    server.stderr.on('data', (text) => {
      said += text;
      if (said.includes('\n')) resolve(said);
    });
    server.once('exit', () => reject(new Error('the server has ended: ' + said)));
  });
  const found = /http:\/\/[^/]+\//.exec(said);
  if (!found) throw new Error(said);
  [base] = found;
}
const end = () => new Promise((resolve) => {
  if (server.exitCode !== null) {
    resolve();
    return;
  }
  server.once('exit', resolve);
  server.kill('SIGINT');
});

await begin();
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  userDataDir: path.join(folder, 'profile'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

function check(name, actual, expected) {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  failures += 1;
  console.log(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

async function open(place = '', { size = DESKTOP, dark = false } = {}) {
  const tab = await browser.newPage();
  await tab.setViewport(size);
  await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
  tab.complaints = [];
  tab.on('console', (message) => tab.complaints.push(message.text()));
  tab.on('pageerror', (error) => tab.complaints.push(error.message));
  tab.on('request', (request) => request.url().startsWith(base) || request.url().startsWith('data:') || tab.complaints.push('request: ' + request.url()));
  // Elements that jump while answers come, as browsers measure it.
  await tab.evaluateOnNewDocument(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.hadRecentInput || (window.shift += entry.value))).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.goto(base + place, { waitUntil: 'load' });
  await ready(tab);
  return tab;
}

async function close(name, tab) {
  check(name + ': console', tab.complaints, []);
  await tab.close();
}

const ready = (tab) => tab.waitForFunction(() => document.getElementById('moves').getAttribute('aria-busy') === 'false', { timeout: 8000 });
async function press(tab, ...keys) {
  for (const key of keys) {
    await tab.keyboard.press(key);
    await ready(tab);
  }
}
const position = (tab) => tab.evaluate(() => {
  const rows = Array.from({ length: 8 }, () => Array(8).fill('.'));
  for (const use of document.querySelectorAll('#board > use')) {
    const piece = use.getAttribute('href').slice(3);
    if (/[a-z]/i.test(piece)) rows[Math.floor(use.getAttribute('y') / 100)][use.getAttribute('x') / 100] = piece;
  }
  return rows.map((row) => row.join('').replace(/\.+/g, (gap) => gap.length)).join('/');
});
const texts = (tab, selector) => tab.evaluate((selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent), selector);
const text = async (tab, selector) => (await texts(tab, selector))[0];
const hash = (tab) => tab.evaluate(() => location.hash);
const shown = (tab, selector) => tab.evaluate((selector) => {
  const node = document.querySelector(selector);
  return !!node && node.getClientRects().length > 0;
}, selector);

// The middle of a square, with White at the bottom.
async function middle(tab, square, flipped = false) {
  await tab.evaluate(() => document.getElementById('board').scrollIntoView({ block: 'center' }));
  const { x, y, width } = await (await tab.$('#board')).boundingBox();
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
  const [column, row] = flipped ? [7 - file, rank] : [file, 7 - rank];
  return [x + ((column + 0.5) * width) / 8, y + ((row + 0.5) * width) / 8];
}
async function click(tab, ...squares) {
  for (const square of squares) await tab.mouse.click(...(await middle(tab, square)));
  await ready(tab);
}
async function drag(tab, from, to) {
  await tab.mouse.move(...(await middle(tab, from)));
  await tab.mouse.down();
  await tab.mouse.move(...(await middle(tab, to)), { steps: 5 });
  await tab.mouse.up();
  await ready(tab);
}

async function picture(tab, name, fullPage = false) {
  if (pictures) await tab.screenshot({ path: path.join(pictures, name + '.png'), fullPage });
}

async function accessibility(tab, name) {
  const found = await tab.evaluate(axe + '; axe.run(document, { resultTypes: ["violations"] })');
  const short = found.violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120) + ' ' + nodes[0].failureSummary.slice(0, 200));
  check(name + ': accessibility', short, []);
}

async function moves() {
  const tab = await open();
  check('start', await position(tab), START);
  check('first row', [await text(tab, '#rows th a'), await text(tab, '#rows .count')], ['c4', '47']);
  check('text of the bar', await tab.evaluate(() => document.querySelector('#rows .share').getAttribute('aria-label')), 'White 36 %, draws 32 %, Black 32 %');
  await picture(tab, 'explorer-desktop');
  await accessibility(tab, 'desktop');
  await tab.click('#rows th a');
  await ready(tab);
  check('after c4', [await text(tab, '#opening'), await hash(tab), await text(tab, '#totals b')], ['A10 English Opening', '#play=c2c4', '47 games']);
  check('said', await text(tab, '#live'), "1. c4: White's pawn c2 to c4. English Opening. 47 games, White 36 %, draws 32 %, Black 32 %.");
  await press(tab, 'ArrowLeft');
  check('back by key', [await position(tab), await hash(tab)], [START, '#play=c2c4&ply=0']);
  await press(tab, 'ArrowRight');
  check('on by key', await hash(tab), '#play=c2c4');
  await tab.goBack();
  await ready(tab);
  await tab.waitForFunction(() => location.hash === '');
  await ready(tab);
  check('back in the history', [await position(tab), await texts(tab, '#line a')], [START, []]);
  await tab.goForward();
  await tab.waitForFunction(() => document.querySelectorAll('#line a').length === 1);
  await ready(tab);
  check('forward in the history', await texts(tab, '#line a'), ['1. c4']);
  // Moves that nobody has played, on the board: by clicks and by drawing a piece.
  await click(tab, 'h7', 'h5');
  check('clicked', [await position(tab), await text(tab, '#totals')], ['rnbqkbnr/ppppppp1/8/7p/2P5/8/PP1PPPPP/RNBQKBNR', '0 games']);
  await drag(tab, 'g1', 'f3');
  check('drawn', await hash(tab), '#play=c2c4,h7h5,g1f3');
  await drag(tab, 'h8', 'g8');
  check('not legal', await hash(tab), '#play=c2c4,h7h5,g1f3');
  await press(tab, 'm');
  await tab.keyboard.type('Rh6');
  await press(tab, 'Enter');
  check('typed', await hash(tab), '#play=c2c4,h7h5,g1f3,h8h6');
  await tab.keyboard.type('Ke5');
  await tab.keyboard.press('Enter');
  check('typed wrongly', await tab.evaluate(() => document.getElementById('typed').validationMessage), 'Ke5 is not a move here.');
  await tab.evaluate(() => document.getElementById('typed').blur());
  await press(tab, 'Home', 'f');
  check('turned', await position(tab), START.split('').reverse().join(''));
  await press(tab, 'f', 'End');
  check('end', await text(tab, '#line a[aria-current]'), 'Rh6');
  await press(tab, 'p');
  check('in words', (await text(tab, '#live')).endsWith('White to move.'), true);
  await tab.keyboard.press('?');
  check('keys', await shown(tab, '#help'), true);
  await tab.keyboard.press('Escape');
  await close('moves', tab);
}

async function rules() {
  const tab = await open('#play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5');
  await click(tab, 'e1', 'g1');
  check('castled', [await hash(tab), await position(tab)], ['#play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,e1h1', 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1']);
  await tab.goto(base + '#play=h2h4,g7g5,h4g5,h7h6,g5h6,g8f6,h6h7,h8g8');
  await tab.waitForFunction(() => document.querySelectorAll('#line a').length === 8);
  await ready(tab);
  await click(tab, 'h7', 'h8');
  check('promotion is asked for', await shown(tab, '#promotion'), true);
  await picture(tab, 'explorer-promotion');
  await tab.click('#promotion button[aria-label=knight]');
  await ready(tab);
  check('promoted', await hash(tab), '#play=h2h4,g7g5,h4g5,h7h6,g5h6,g8f6,h6h7,h8g8,h7h8n');
  await tab.goto(base + '#fen=' + encodeURIComponent('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9'));
  await tab.waitForFunction(() => document.querySelectorAll('#line a').length === 0);
  await ready(tab);
  await click(tab, 'e5', 'd6');
  check('en passant', [await position(tab), await text(tab, '#line a')], ['4k3/8/3P4/8/8/8/8/4K3', '9. exd6']);
  await tab.goto(base + '#variant=crazyhouse&play=e2e4,d7d5,e4d5,d8d5');
  await tab.waitForFunction(() => document.querySelectorAll('#line a').length === 4);
  await ready(tab);
  await tab.type('#typed', '@e4');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => document.querySelectorAll('#line a').length === 5);
  await ready(tab);
  check('dropped', [await position(tab), await texts(tab, '.hand')], ['rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR', ['P']]);
  await close('rules', tab);
}

async function games() {
  const tab = await open('#play=e2e4,e7e5');
  await tab.type('#player', 'castle');
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => document.querySelectorAll('#results a').length === 1);
  check('found', [await text(tab, '#found'), await text(tab, '#results .who')], ['1 game of castle', 'Castle \u2013 Take']);
  await tab.click('#results a');
  await tab.waitForFunction(() => !document.getElementById('game').hidden);
  await ready(tab);
  check('opened where it was', [await position(tab), (await texts(tab, '#line a')).length, /^#game=\w{8}&ply=2$/.test(await hash(tab))], ['rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR', 10, true]);
  check('its players', await texts(tab, '.side .name'), ['Take', 'Castle']);
  await press(tab, 'ArrowRight');
  check('played through', await text(tab, '#line a[aria-current]'), '2. Nf3');
  await picture(tab, 'explorer-game');
  await accessibility(tab, 'game');
  await tab.evaluate(() => document.activeElement.blur());
  await tab.keyboard.press(' ');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await tab.keyboard.press(' ');
  check('played by itself', ['3. Bc4', 'Nc6'].includes(await text(tab, '#line a[aria-current]')), true);
  await ready(tab);
  await tab.reload();
  await ready(tab);
  check('a game by its address', (await texts(tab, '#line a')).length, 10);
  await tab.click('#game button');
  await tab.waitForFunction(() => document.getElementById('game').hidden);
  await ready(tab);
  check('closed', (await hash(tab)).startsWith('#play=e2e4,e7e5,g1f3'), true);
  await tab.goBack();
  await tab.waitForFunction(() => !document.getElementById('game').hidden);
  await ready(tab);
  await Promise.all([tab.waitForNavigation(), tab.click('.ways a')]);
  check('page of the game', await tab.evaluate(() => document.querySelector('.moves a')?.textContent.replace(/\u00a0/g, ' ')), '1. e4');
  await close('games', tab);

  const many = await open();
  await many.type('#player', ' MANY, games');
  await many.select('#color', 'white');
  await many.click('#search button');
  await many.waitForFunction(() => document.querySelectorAll('#results a').length === 20);
  const dates = await texts(many, '#results em');
  check('latest first', dates[0] >= dates.at(-1), true);
  await many.click('#next');
  await many.waitForFunction(() => document.querySelectorAll('#results a').length === 40);
  await many.click('#next');
  await many.waitForFunction(() => document.querySelectorAll('#results a').length === 45);
  check('all are there', await shown(many, '#next'), false);
  await many.evaluate(() => (document.getElementById('player').value = '<b>markup</b>'));
  await many.select('#color', '');
  await many.click('#search button');
  await many.waitForFunction(() => document.querySelectorAll('#results a').length === 1);
  check('markup is text', [await text(many, '#results .who'), await shown(many, '#results b b')], ['<b>Markup</b> \u2013 " onclick="x', false]);
  await close('many', many);
}

async function filters() {
  const tab = await open('#play=c2c4');
  await tab.click('#filters summary');
  await tab.click('input[value="2200"]');
  await tab.waitForFunction(() => location.hash.includes('ratings=2200'));
  await ready(tab);
  check('by rating', [await text(tab, '#totals b'), await text(tab, '#filtered')], ['45 games', '2200']);
  await tab.click('input[value=rapid]');
  await tab.waitForFunction(() => location.hash.includes('speeds=rapid'));
  await ready(tab);
  check('by speed', await text(tab, '#totals b'), '0 games');
  await picture(tab, 'explorer-filters');
  await accessibility(tab, 'filters');
  await tab.goBack();
  await tab.waitForFunction(() => !location.hash.includes('speeds'));
  await ready(tab);
  check('without it again', [await text(tab, '#totals b'), await tab.evaluate(() => document.querySelector('input[value=rapid]').checked)], ['45 games', false]);
  await tab.click('#choice button');
  await tab.waitForFunction(() => location.hash === '#play=c2c4');
  await ready(tab);
  await close('filters', tab);
}

async function phone() {
  const tab = await open('', { size: PHONE, dark: true });
  check('nothing is wider than the screen', await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  const tap = async (square) => tab.touchscreen.tap(...(await middle(tab, square)));
  await tap('e2');
  await picture(tab, 'explorer-phone-board');
  await tap('e4');
  await tab.waitForFunction(() => location.hash === '#play=e2e4');
  await ready(tab);
  const swipe = async (from, to) => {
    const [x, y] = await middle(tab, from);
    const [toX] = await middle(tab, to);
    await tab.touchscreen.touchStart(x, y);
    for (let step = 1; step <= 4; step += 1) await tab.touchscreen.touchMove(x + ((toX - x) * step) / 4, y);
    await tab.touchscreen.touchEnd();
    await ready(tab);
  };
  await swipe('b5', 'g5');
  check('swiped back', await hash(tab), '#play=e2e4&ply=0');
  await swipe('g5', 'b5');
  check('swiped on', await hash(tab), '#play=e2e4');
  await picture(tab, 'explorer-phone', true);
  await accessibility(tab, 'phone');
  check('rows are large enough', await tab.evaluate(() => [...document.querySelectorAll('#rows tr')].every((row) => row.getBoundingClientRect().height >= 40)), true);
  await close('phone', tab);
}

async function faults() {
  let tab = await open('#play=c2c4');
  const shift = await tab.evaluate(() => window.shift);
  await press(tab, 'ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowRight');
  const shifts = [shift, (await tab.evaluate(() => window.shift)) - shift];
  console.log(`layout shift: ${shifts.map((value) => value.toFixed(4)).join(' when it is loaded, ')} in four steps`);
  check('nothing jumps', shifts.map((value) => value < 0.1), [true, true]);
  const port = new URL(base).port;
  await end();
  await tab.keyboard.press('ArrowLeft');
  await tab.waitForFunction(() => !document.getElementById('problem').hidden);
  check('server gone', await text(tab, '#why'), 'The server does not answer.');
  await picture(tab, 'explorer-gone');
  await accessibility(tab, 'gone');
  // Another program's connection may have the port for a moment.
  for (let tries = 1; ; tries += 1) {
    try {
      await begin(port);
      break;
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  await tab.click('#again');
  await ready(tab);
  check('again', [await shown(tab, '#problem'), await text(tab, '#rows th a')], [false, 'c4']);
  tab.complaints = tab.complaints.filter((line) => !line.includes('ERR_CONNECTION_REFUSED'));
  await close('gone', tab);

  for (const [place, said] of [
    ['#play=e2e5', 'This cannot be shown: move 1 of `play`, `e2e5`, is not legal.'],
    ['#game=zzzzzzzz', 'There is no such game in this index.'],
    ['#fen=x', 'This cannot be shown: `fen`: '],
  ]) {
    tab = await browser.newPage();
    await tab.goto(base + place);
    await tab.waitForFunction(() => !document.getElementById('problem').hidden);
    check(place, (await text(tab, '#why')).startsWith(said), true);
    await tab.close();
  }
  // One that has too much to do.
  tab = await open('#play=c2c4');
  await tab.setRequestInterception(true);
  let isBusy = true;
  tab.on('request', (request) => (isBusy && request.url().includes('/lichess') ? request.respond({ status: 503, body: 'question queue full' }) : request.continue()));
  await tab.keyboard.press('ArrowLeft');
  await tab.waitForFunction(() => !document.getElementById('problem').hidden);
  check('busy', await text(tab, '#why'), 'The server has too much to do at the moment.');
  isBusy = false;
  await tab.click('#again');
  await ready(tab);
  await tab.close();
}

// Ready evaluations beside the board.
async function evaluations() {
  const evals = path.join(folder, 'ready.evals');
  execFileSync(pgn, ['evals', 'build', '-q', path.join(examples, 'evals.jsonl'), '-o', evals]);
  let tab = await open();
  check('no evaluations: element', await shown(tab, '#evaluation'), false);
  await close('no evaluations', tab);
  await end();
  await begin(0, '--evals', evals);
  for (const [size, name] of [[DESKTOP, 'evaluation'], [PHONE, 'evaluation-phone']]) {
    tab = await open('', { size });
    check(name + ': start', (await text(tab, '#evaluation')).replace(/\s+/g, ' '), '+0.19depth 52 \u00b7 e4');
    await picture(tab, name);
    await accessibility(tab, name);
    await tab.evaluate(() => { location.hash = '#play=e2e4'; });
    await tab.waitForFunction(() => document.querySelector('#evaluation b')?.textContent === '+0.21');
    check(name + ': spoken', (await text(tab, '[aria-live]')).includes('Evaluation 0.21 for White'), true);
    await tab.evaluate(() => { location.hash = '#play=b2b3'; });
    await tab.waitForFunction(() => document.getElementById('evaluation').textContent === 'No evaluation');
    await close(name, tab);
  }
  await end();
  await begin();
}

// An engine that searches until it is stopped, a line deeper every tenth of a second.
const ENGINE = `
let timer;
const say = (text) => process.stdout.write(text + '\\n');
let rest = '';
let turn = 'w';
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (line === 'uci') say('id name Fake 1.0\\noption name MultiPV type spin default 1 min 1 max 5\\nuciok');
    if (line === 'isready') say('readyok');
    if (line.startsWith('position')) turn = line.includes(' moves ') && line.split(' moves ')[1].split(' ').length % 2 ? 'b' : 'w';
    if (line.startsWith('go')) {
      let depth = 0;
      timer = setInterval(() => {
        depth += 1;
        const moves = turn === 'w' ? ['e2e4 e7e5 g1f3', 'd2d4 d7d5', 'c2c4'] : ['e7e5 g1f3', 'c7c5', 'e7e6'];
        moves.forEach((pv, at) => say('info depth ' + depth + ' multipv ' + (at + 1) + ' score cp ' + (30 - 20 * at) + ' nodes ' + depth * 250000 + ' time ' + depth * 100 + ' pv ' + pv));
      }, 100);
    }
    if (line === 'stop') {
      clearInterval(timer);
      say('bestmove ' + (turn === 'w' ? 'e2e4' : 'e7e5'));
    }
    if (line === 'quit') process.exit();
  }
});
process.stdin.on('end', () => process.exit());
`;

// An engine beside the board: begun and stopped by button and key, and never for nobody.
async function engine() {
  let tab = await open();
  check('no engine: element', await shown(tab, '#analysis'), false);
  await tab.keyboard.press('a');
  await close('no engine', tab);
  await end();
  const script = path.join(folder, 'engine.mjs');
  fs.writeFileSync(script, ENGINE);
  const asked = [];
  await begin(0, '--engine', `'${process.execPath}' '${script}'`);
  const lines = () => texts(tab, '#engine-lines li');
  const state = (said) => tab.waitForFunction((said) => document.getElementById('engine').textContent.includes(said), { timeout: 8000 }, said);
  for (const [size, name] of [[DESKTOP, 'engine'], [PHONE, 'engine-phone']]) {
    tab = await open('', { size });
    tab.on('request', (request) => request.url().includes('/api/analysis') && asked.push(request.url()));
    await tab.click('#analyse');
    await state('depth 5');
    await state('Fake 1.0');
    check(name + ': lines', (await lines()).map((line) => line.replace(/\s+/g, ' ')), ['+0.301. e4 e5 2. Nf3', '+0.101. d4 d5', '\u22120.101. c4']);
    check(name + ': button', await tab.evaluate(() => [document.getElementById('analyse').getAttribute('aria-pressed'), document.getElementById('analyse').textContent]), ['true', 'Stop']);
    check(name + ': nothing is wider than the screen', await tab.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await picture(tab, name);
    await accessibility(tab, name);
    // Said once, when it is worth it.
    await tab.waitForFunction(() => document.getElementById('engine-said').textContent.startsWith('Engine, depth'), { timeout: 8000 });
    check(name + ': said', /^Engine, depth \d+: 0\.30 for White, 1\. e4 e5 2\.\.$/.test(await text(tab, '#engine-said')), true);
    // It goes where the board goes; scores are White's.
    await tab.evaluate(() => { location.hash = '#play=e2e4'; });
    await tab.waitForFunction(() => document.querySelector('#engine-lines b')?.textContent === '\u22120.30', { timeout: 8000 });
    check(name + ': next position', (await lines())[0].replace(/\s+/g, ' '), '\u22120.301... e5 2. Nf3');
    const shift = await tab.evaluate(() => window.shift);
    await press(tab, 'ArrowLeft', 'ArrowRight', 'ArrowLeft');
    await state('depth 3');
    check(name + ': nothing jumps', (await tab.evaluate(() => window.shift)) - shift < 0.1, true);
    await tab.evaluate(() => document.activeElement.blur());
    await tab.keyboard.press('a');
    check(name + ': stopped', [await text(tab, '#engine'), await lines()], ['An engine can analyse this position.', []]);
    const before = asked.length;
    await press(tab, 'ArrowRight');
    await new Promise((resolve) => setTimeout(resolve, 400));
    check(name + ': asked when it is stopped', asked.length - before, 0);
    // One engine for two: who comes second waits until the first goes away.
    const first = new AbortController();
    const held = await fetch(base + 'api/analysis', { signal: first.signal });
    await held.body.getReader().read();
    await tab.keyboard.press('a');
    await state('for somebody else');
    first.abort();
    await state('depth 2');
    // A page that is hidden leaves it to others.
    const other = await browser.newPage();
    await other.bringToFront();
    const left = await tab.evaluate(() => document.hidden);
    if (left) check(name + ': hidden', (await fetch(base + 'api/analysis', { method: 'GET', signal: AbortSignal.timeout(5000) })).status, 200);
    await other.close();
    tab.complaints = tab.complaints.filter((line) => !line.includes('503'));
    await close(name, tab);
  }
  // A page of another site, and one whose name leads here.
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'http://evil.example' }]) {
    const answer = await fetch(base + 'api/analysis', { headers });
    check('refused: ' + Object.keys(headers), answer.status, 403);
  }
  await end();
  await begin();
}

try {
  for (const part of [moves, rules, games, filters, phone, evaluations, engine, faults]) {
    try {
      await part();
    } catch (error) {
      failures += 1;
      console.log(`${part.name}: ${error.stack}`);
    }
  }
} finally {
  await browser.close();
  await end();
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(failures ? `${failures} failures` : 'all as expected');
process.exit(failures ? 1 : 0);

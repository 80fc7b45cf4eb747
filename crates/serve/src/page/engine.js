// What an engine of the server says of the position that is shown. Only a server with an engine has the place for it.

const ENGINE_PAUSE = 150;
// Long enough that what is said once is worth saying.
const ENGINE_SAYS = 3000;

const large = (number) => {
  for (const [unit, size] of [['G', 1e9], ['M', 1e6], ['k', 1e3]]) if (number >= size) return (number / size).toPrecision(3) + '\u00a0' + unit;
  return String(number);
};

class Engine {
  constructor(place) {
    const at = (id) => document.getElementById(id);
    Object.assign(this, { place, button: at('analyse'), state: at('engine'), lines: at('engine-lines'), said: at('engine-said') });
    this.isOn = false;
    this.question = null;
    this.button.addEventListener('click', () => this.toggle());
    // Nobody looks: the engine is for others.
    document.addEventListener('visibilitychange', () => (document.hidden ? this.stop() : this.ask()));
    window.addEventListener('pagehide', () => this.stop());
  }

  toggle() {
    this.isOn = !this.isOn;
    this.button.setAttribute('aria-pressed', String(this.isOn));
    this.button.textContent = this.isOn ? 'Stop' : 'Analyse';
    // There is place for the lines before they come, so that the page does not jump.
    this.place.classList.toggle('on', this.isOn);
    if (this.isOn) this.ask();
    else {
      this.stop();
      this.clear('An engine can analyse this position.');
    }
  }

  // Another position is on the board.
  follow(question) {
    const isSame = query(question) === query(this.question ?? {});
    this.question = question;
    if (this.isOn && !isSame) this.ask();
  }

  stop() {
    clearTimeout(this.timer);
    this.going?.abort();
    this.going = null;
  }

  clear(text) {
    this.lines.replaceChildren();
    this.state.textContent = text;
    this.state.title = text;
  }

  ask() {
    this.stop();
    if (!this.isOn || !this.question || document.hidden) return;
    this.clear('\u2026');
    this.timer = setTimeout(() => this.read(new AbortController(), 0), ENGINE_PAUSE);
  }

  async read(going, tries) {
    this.going = going;
    const begin = Date.now();
    let isSaid = false;
    let last = null;
    try {
      const response = await fetch('api/analysis?' + query(this.question), { signal: going.signal });
      if (response.status === 503 && tries < 30) {
        this.clear('The engine is at work for somebody else.');
        this.timer = setTimeout(() => this.read(going, tries + 1), 1000);
        return;
      }
      if (!response.ok) {
        this.clear(response.status === 400 ? 'This position cannot be analysed.' : 'The engine does not answer, with status ' + response.status + '.');
        return;
      }
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (this.going !== going) return;
        if (done) break;
        const parts = (rest + value).split('\n');
        rest = parts.pop();
        if (!parts.length) continue;
        last = JSON.parse(parts.at(-1));
        this.show(last);
        if (!isSaid && (last.end || last.error || Date.now() - begin > ENGINE_SAYS)) {
          isSaid = true;
          this.say(last);
        }
      }
      if (!last?.end && !last?.error) this.state.textContent += ' \u00b7 ended';
    } catch (error) {
      if (error.name === 'AbortError' || this.going !== going) return;
      this.clear('The server does not answer.');
    }
  }

  show({ engine, depth, nodes, nps, lines, end, error }) {
    if (error) {
      this.clear(error[0].toUpperCase() + error.slice(1) + '.');
      return;
    }
    const parts = lines.length && depth ? ['depth ' + depth, nps ? large(nps) + '/s' : '', nodes ? large(nodes) + ' nodes' : '', engine || ''] : [];
    this.state.textContent = [...parts, end || ''].filter(Boolean).join(' \u00b7 ');
    this.state.title = this.state.textContent;
    if (!depth) {
      this.lines.replaceChildren();
      return;
    }
    this.lines.replaceChildren(...lines.map((line) => {
      const { text, words } = scoreOf(line);
      return element('li', {}, element('b', { title: words }, text), element('span', { title: line.san }, line.san));
    }));
  }

  say({ depth, lines, end, error }) {
    const best = lines[0];
    const first = best ? best.san.split(' ').slice(0, 4).join(' ') : '';
    this.said.textContent = error ? this.state.textContent : (best && depth ? 'Engine, depth ' + depth + ': ' + scoreOf(best).words + ', ' + first + '.' : (end || '') + '.');
  }
}

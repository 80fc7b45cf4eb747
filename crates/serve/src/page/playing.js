// A board on which moves are played, by pointer or finger. The server says which are legal.

const squareAt = (name) => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * 8;

// The squares of a move that is written as in answers, castling as the king on its rook.
function squaresOf({ uci, san }) {
  if (uci[1] === '@') return { from: null, to: squareAt(uci.slice(2)) };
  const [from, rook] = [squareAt(uci), squareAt(uci.slice(2))];
  if (!san.startsWith('O-O')) return { from, to: rook };
  return { from, to: (from & 56) + (san.startsWith('O-O-O') ? 2 : 6), rook };
}

class Playing extends Drawing {
  draw(before) {
    super.draw(before);
    if (!this.game) return;
    this.overlay = shape('g');
    this.board.append(this.overlay);
    this.drawOverlay();
  }

  drawOverlay() {
    const parts = [];
    if (this.selected !== null) {
      const [x, y] = this.corner(this.selected);
      parts.push(shape('rect', { x: x + 3, y: y + 3, width: 94, height: 94, fill: 'none', stroke: '#1f6fd0', 'stroke-width': 6 }));
      for (const square of new Set(this.legal.filter((move) => move.from === this.selected).map((move) => move.to))) {
        const [left, top] = this.corner(square);
        const isTaken = this.shown[square];
        parts.push(isTaken ? shape('circle', { cx: left + 50, cy: top + 50, r: 44, fill: 'none', stroke: '#1f6fd0', 'stroke-width': 6, opacity: 0.75 }) : shape('circle', { cx: left + 50, cy: top + 50, r: 15, fill: '#1f6fd0', opacity: 0.65 }));
      }
    }
    if (this.hinted) {
      const middle = (square) => this.corner(square).map((edge) => edge + 50);
      const { from, to } = this.hinted;
      if (from === null) parts.push(shape('circle', { cx: middle(to)[0], cy: middle(to)[1], r: 40, fill: 'none', stroke: '#1f6fd0', 'stroke-width': 8 }));
      else if (from !== to) parts.push(shape('path', { d: arrowPath(middle(from), middle(to)), fill: '#1f6fd0', opacity: 0.8 }));
    }
    this.overlay.replaceChildren(...parts);
  }

  hint(uci) {
    this.hinted = uci ? this.legal.find((move) => move.uci === uci) || null : null;
    this.drawOverlay();
  }

  select(square) {
    this.selected = square;
    if (this.overlay) this.drawOverlay();
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  // Plays the move of two squares; the pieces that a pawn may become are asked for.
  between(from, to) {
    const found = this.legal.filter((move) => move.from === from && (move.to === to || move.rook === to));
    if (!found.length) return false;
    if (found.length === 1) {
      this.move(found[0].uci);
      return true;
    }
    const isBlack = !isWhite(this.shown[from]);
    const choices = found.map((move) => {
      const kind = move.uci[4] || 'k';
      const piece = isBlack ? kind : kind.toUpperCase();
      return element('button', { type: 'button', 'aria-label': KINDS[kind] || move.san, title: move.san, click: () => {
        this.promotion.close();
        this.move(move.uci);
      } }, shape('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, shape('use', { href: '#p-' + piece })));
    });
    this.promotion.replaceChildren(element('div', { class: 'choices' }, ...choices));
    this.promotion.showModal();
    return true;
  }

  click(square) {
    if (this.selected !== null && this.between(this.selected, square)) {
      this.select(null);
      return;
    }
    const isOwn = this.legal.some((move) => move.from === square);
    this.select(isOwn && square !== this.selected ? square : null);
  }

  listenToPointer() {
    let start = null;
    const squareOf = (event) => {
      const { left, top, width } = this.board.getBoundingClientRect();
      const [x, y] = [Math.floor(((event.clientX - left) / width) * 8), Math.floor(((event.clientY - top) / width) * 8)];
      if (x < 0 || x > 7 || y < 0 || y > 7) return null;
      return this.flipped ? y * 8 + 7 - x : (7 - y) * 8 + x;
    };
    const put = () => start?.piece?.removeAttribute('transform');
    this.board.addEventListener('pointerdown', (event) => {
      if (!event.isPrimary || event.button !== 0 || !this.game) return;
      const square = squareOf(event);
      if (square === null) return;
      start = { square, x: event.clientX, y: event.clientY, piece: null };
      if (event.pointerType === 'touch' || !this.legal.some((move) => move.from === square)) return;
      const [x, y] = this.corner(square);
      start.piece = this.board.querySelector('use[x="' + x + '"][y="' + (y + 4) + '"]');
      this.board.setPointerCapture(event.pointerId);
    });
    this.board.addEventListener('pointermove', (event) => {
      if (!start?.piece) return;
      const scale = 800 / this.board.getBoundingClientRect().width;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < 5) return;
      if (this.selected !== start.square) this.select(start.square);
      start.piece.setAttribute('transform', 'translate(' + (event.clientX - start.x) * scale + ' ' + (event.clientY - start.y) * scale + ')');
    });
    this.board.addEventListener('pointercancel', () => {
      put();
      start = null;
    });
    this.board.addEventListener('pointerup', (event) => {
      if (!start) return;
      put();
      const { square, x, y, piece } = start;
      start = null;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      const to = squareOf(event);
      if (to === square) this.click(square);
      else if (piece) {
        this.select(null);
        if (to !== null) this.between(square, to);
      } else if (Math.abs(dx) > 40 && Math.abs(dx) > Math.abs(dy)) this.step(dx < 0 ? 1 : -1);
    });
  }
}

#!/usr/bin/env node
// chess.js: one game at a time, with tags, main line and comments. Variations and glyphs are not kept, so they are left out.
import { isUtf8 } from "node:buffer"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Chess, DEFAULT_POSITION } from "chess.js"

const bytes = readFileSync(0)
const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : bytes.toString("latin1")

function read() {
  const chess = new Chess()
  try {
    chess.loadPgn(text)
  } catch (error) {
    return { diagnostics: [{ message: error.message }] }
  }
  const headers = chess.getHeaders()
  const said = new Map(chess.getComments().map(({ fen, comment }) => [fen, comment]))
  const comments = (fen) => (said.has(fen) ? [said.get(fen)] : [])
  const history = chess.history({ verbose: true })
  const start = history[0]?.before ?? chess.fen()
  const fen = (position) => new Chess(position).fen({ forceEnpassantSquare: true })
  const tags = Object.entries(headers).map(([name, value]) => ({ name, value }))
  const moves = history.map(({ lan, san, after }) => ({ uci: lan, san, comments: comments(after) }))
  const final = chess.fen({ forceEnpassantSquare: true })
  const game = { tags, comments: comments(start), moves, result: headers.Result ?? "*", final }
  if (start !== DEFAULT_POSITION) game.start = fen(headers.FEN ?? start)
  return { games: [game], diagnostics: [] }
}

const request = process.argv.slice(2).join(" ")
if (request === "version") console.log(createRequire(import.meta.url)("chess.js/package.json").version)
else if (request === "read") console.log(JSON.stringify(read()))
else process.exitCode = 20

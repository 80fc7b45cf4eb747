#!/usr/bin/env node
// chessops: reads any text as a tree of words, which are played here; a word that is no legal move ends its line and is reported.
import { isUtf8 } from "node:buffer"
import { readFileSync } from "node:fs"
import { castlingSide } from "chessops/chess"
import { makeFen } from "chessops/fen"
import { emptyHeaders, parsePgn, startingPosition } from "chessops/pgn"
import { makeSanAndPlay, parseSan } from "chessops/san"
import { kingCastlesTo, makeUci } from "chessops/util"

const bytes = readFileSync(0)
const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : bytes.toString("latin1")
const diagnostics = []

function play(position, { data, children }, replaced, frc) {
  const move = parseSan(position, data.san)
  if (!move) return void diagnostics.push({ message: `illegal move ${data.san}` })
  const side = castlingSide(position, move)
  const uci = makeUci(side && !frc ? { from: move.from, to: kingCastlesTo(position.turn, side) } : move)
  const before = position.clone()
  const san = makeSanAndPlay(position, move)
  const variations = replaced.map((node) => ({ comments: node.data.startingComments ?? [], moves: line(before.clone(), [node], frc) }))
  return { uci, san, nags: data.nags ?? [], comments: data.comments ?? [], variations, next: children }
}

function line(position, nodes, frc, moves = []) {
  for (let made; nodes.length > 0 && (made = play(position, nodes[0], nodes.slice(1), frc)); nodes = made.next) moves.push(made)
  return moves.map(({ next, ...move }) => move)
}

function read({ headers, comments = [], moves }) {
  const game = { tags: [...headers].map(([name, value]) => ({ name, value })), comments, result: headers.get("Result") ?? "*" }
  const start = startingPosition(headers)
  if (start.isErr) diagnostics.push({ message: start.error.message })
  if (start.isErr) return game
  const fen = () => makeFen(start.value.toSetup())
  if (headers.has("FEN")) game.start = fen()
  return { ...game, moves: line(start.value, moves.children, /960|fischer/i.test(headers.get("Variant"))), final: fen() }
}

const request = process.argv.slice(2).join(" ")
const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("chessops").replace("/esm", "")))).version
if (request === "version") console.log(version())
else if (request === "read") console.log(JSON.stringify({ games: parsePgn(text, emptyHeaders).map(read), diagnostics }))
else process.exitCode = 20

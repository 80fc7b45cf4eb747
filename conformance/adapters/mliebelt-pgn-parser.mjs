#!/usr/bin/env node
// @mliebelt/pgn-parser: a grammar without the rules of chess, so moves are given as they are written, and no positions.
import { isUtf8 } from "node:buffer"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { parseGames } from "@mliebelt/pgn-parser"

const bytes = readFileSync(0)
const text = isUtf8(bytes) ? new TextDecoder().decode(bytes) : bytes.toString("latin1")

const value = (tag) => (Array.isArray(tag) ? tag.map(value).join(":") : String(tag.value ?? tag))
const list = (comment) => (comment ? [comment] : [])

function move({ notation, nag, commentDiag, commentAfter, variations }) {
  const nags = (nag ?? []).map((glyph) => Number(glyph.slice(1)))
  const made = { san: notation.notation, nags, variations: variations.map(line) }
  // Embedded commands are taken out of the text, which is then not all of the comment.
  if (Object.keys(commentDiag ?? {}).every((key) => key === "comment")) made.comments = list(commentAfter)
  return made
}

const line = (moves) => ({ comments: list(moves[0]?.commentMove), moves: moves.map(move) })

function game({ tags: { messages, ...tags }, gameComment, moves }) {
  const pairs = Object.entries(tags).map(([name, tag]) => ({ name, value: value(tag) }))
  return { tags: pairs, comments: list(gameComment?.comment), moves: moves.map(move), result: tags.Result ?? "*" }
}

function read() {
  try {
    const games = parseGames(text)
    return { games: games.map(game), diagnostics: games.flatMap(({ tags }) => tags.messages ?? []) }
  } catch (error) {
    return { diagnostics: [{ message: error.message }] }
  }
}

const request = process.argv.slice(2).join(" ")
const { resolve } = createRequire(import.meta.url)
if (request === "version") console.log(JSON.parse(readFileSync(resolve("@mliebelt/pgn-parser/package.json"))).version)
else if (request === "read") console.log(JSON.stringify(read()))
else process.exitCode = 20

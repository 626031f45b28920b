import { readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

/**
 * `node server/src/voice/stt/wasm/assemble.ts` writes the `.wasm` beside each `.wat`; a test compares them. The server itself
 * reads the binaries only, so the assembler is not needed to run it.
 */
export const SOURCES = ['end-of-frame', 'multiply-add', 'score-gaussians'] as const

/** A comment of this form gives the next function this number: empty functions are inserted before it. */
const NUMBERED = /;; numbered from (\d+)/
const FUNCTION = /\(func\b/g

export const fileOf = (name: (typeof SOURCES)[number], ending: 'wat' | 'wasm'): URL =>
  new URL(`./${name}.${ending}`, import.meta.url)

/** @throws {Error} with line and column of what is wrong in the source */
export async function assemble(name: (typeof SOURCES)[number]): Promise<Uint8Array> {
  const wabt = await loadWabt()
  const module = wabt.parseWat(`${name}.wat`, numberFunctions(readFileSync(fileOf(name, 'wat'), 'utf8')))
  module.validate()
  const { buffer } = module.toBinary({})
  module.destroy()
  return buffer
}

function numberFunctions(source: string): string {
  const [before = '', ...parts] = source.split(new RegExp(NUMBERED, 'm'))
  let numbered = before
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const missing = Number(parts[index]) - (numbered.match(FUNCTION)?.length ?? 0)
    numbered += '(func)'.repeat(missing) + (parts[index + 1] ?? '')
  }
  return numbered
}

if (import.meta.main) for (const name of SOURCES) writeFileSync(fileOf(name, 'wasm'), await assemble(name))

import { createHash } from 'node:crypto'
import type { AssistantDefinition } from '#contract/assistant.ts'
import type { SpeechGrammar } from '../ports.ts'
import { EMERGENCY_CORES } from '../emergency/spoken-cores.ts'
import { EMERGENCY_PHRASES } from '../emergency/spoken-signs.ts'
import { questionPhrase } from './knowledge-index.ts'
import { SMALL_TALK_PATTERNS } from './small-talk.ts'

/** Some questions have numbers or letters that no grammar takes; such a one has patterns that say it. */
function isSpeakable(phrase: string): boolean {
  return /^[a-z' ]+$/.test(phrase)
}

/**
 * States that the patterns of an assistant's knowledge may take in the recogniser; the catalogue's have fewer than 400. To
 * be made ready, a larger grammar would keep a thread that others' ears need for longer than they should notice.
 */
const MAX_STATES = 3_000
/** A question of 120 characters has some twenty. */
const MAX_PHRASE_WORDS = 30

/** All phrases that the built-in recogniser expects in a call with this assistant. */
export function grammarOf(assistant: AssistantDefinition): SpeechGrammar {
  const entries = assistant.knowledge.map((entry) => [
    ...(entry.isOffered ? [questionPhrase(entry.question)].filter(isSpeakable) : []),
    ...entry.patterns,
    ...entry.followUps.flatMap((followUp) => followUp.patterns),
  ])
  const patterns = [...withinBounds(entries).flat(), ...SMALL_TALK_PATTERNS, ...EMERGENCY_PHRASES]
  const id = createHash('sha256').update(patterns.join('\n')).digest('hex').slice(0, 16)
  return { id, patterns, spotted: { id: 'emergency', patterns: EMERGENCY_CORES } }
}

/** Where there is too much, each entry keeps the first ways to ask for it, as many as fit. */
function withinBounds(entries: readonly string[][]): readonly string[][] {
  const longest = Math.max(0, ...entries.map(({ length }) => length))
  const kept = entries.map((): string[] => [])
  const states = new Set<string>()
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [index, patterns] of entries.entries()) {
      const pattern = patterns[rank]
      if (pattern === undefined) continue
      const ends = endsOf(pattern)
      if (ends.length > MAX_PHRASE_WORDS) continue
      for (const end of ends) states.add(end)
      if (states.size > MAX_STATES) return kept
      kept[index]?.push(pattern)
    }
  }
  return kept
}

/** About as many as the pattern takes states: phrases that end alike share their ends, and most of what is in brackets. */
function endsOf(pattern: string): string[] {
  const phrase = pattern.slice(Math.max(pattern.lastIndexOf(')'), pattern.lastIndexOf(']')) + 1)
  return [pattern, ...Array.from(phrase.matchAll(/\S+/g), ({ index }) => phrase.slice(index))]
}

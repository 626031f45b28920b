import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSpeechManifest, SPEECH_FOLDER } from '../e2e/support/speech-manifest.ts'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { grammarOf } from '../server/src/voice/brain/assistant-grammar.ts'
import { createGrammarRecogniser } from '../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../server/src/voice/tts/pronunciation.ts'
import { extent, findTurnEnd, type Turn, type TurnEnd } from './endpointing/turn-ends.ts'
import { machine, ms, percentile, table } from './figures.ts'
import { COFFEE_MAKER_PATTERNS } from './understanding/coffee-maker.ts'
import { BEFORE_S, EAR_RATE_HZ, inKitchen, readPeople, readSpeech } from './understanding/people.ts'

/**
 * `npm run bench:endpointing -- --people <folder>`: measures how often a turn is ended while the speaker has more to
 * say, and how long the speaker waits for the end of a turn (the two figures of eot-bench). Uses the recorded sentences
 * and, if a folder is given (see `understanding.ts`), commands of real people. "Silence alone" is the same endpointer
 * without the recogniser's words.
 */
const POLICIES = [
  { name: 'silence of 250 ms alone', silenceMs: 250, isDeaf: true },
  { name: 'silence of 400 ms alone', silenceMs: 400, isDeaf: true },
  { name: 'silence of 700 ms alone', silenceMs: 700, isDeaf: true },
  { name: 'words and silence', silenceMs: 400, isDeaf: false },
]
const MOST_CUT_OFF = 0.02
const ROOM_SAMPLES = BEFORE_S * EAR_RATE_HZ

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    clips: { type: 'string', default: '1000' },
    noise: { type: 'string', default: 'none,24,12,6' },
  },
})

function recordedTurns(): Turn[] {
  return readSpeechManifest().flatMap(({ file, assistantId, entryId }) => {
    const assistant = CATALOGUE_DEFINITIONS.find(({ id }) => id === assistantId)
    if (!assistant || entryId === null) return []
    const speech = readSpeech(join(SPEECH_FOLDER, file))
    const sound = new Float32Array(speech.length + 3 * ROOM_SAMPLES)
    sound.set(speech, ROOM_SAMPLES)
    return [{ sound, ...extent(speech, BEFORE_S * 1000), grammar: grammarOf(assistant) }]
  })
}

function peoplesTurns(folder: string, snrDb: number | null): Turn[] {
  const { clips, noise } = readPeople(folder, Number(options.clips))
  const grammar = { id: 'coffee-maker', patterns: COFFEE_MAKER_PATTERNS }
  return inKitchen(clips, noise, snrDb).map((sound, index) => {
    const speech = clips[index]?.speech ?? new Float32Array(0)
    return { sound, ...extent(speech, BEFORE_S * 1000), grammar }
  })
}

const { people } = options
const sets = [
  { name: 'recorded sentences', turns: recordedTurns() },
  ...(people === undefined
    ? []
    : options.noise.split(',').map((level) => ({
        name: level === 'none' ? 'people, no noise added' : `people, ${level} dB`,
        turns: peoplesTurns(people, level === 'none' ? null : Number(level)),
      }))),
]

const recogniser = createGrammarRecogniser({ workers: 2, pronounce: phonesOf })
const rows: { policy: string; ends: TurnEnd[][] }[] = []
for (const { name, ...policy } of POLICIES) {
  const ends: TurnEnd[][] = []
  for (const { turns } of sets) {
    const found: TurnEnd[] = []
    for (const turn of turns) found.push(await findTurnEnd(recogniser, turn, policy))
    ends.push(found)
  }
  rows.push({ policy: name, ends })
}
await recogniser.close()

function figures(ends: readonly TurnEnd[]): string {
  const delays = ends.flatMap(({ delayMs }) => (delayMs === undefined ? [] : [delayMs]))
  const cutOff = ends.filter(({ isCutOff }) => isCutOff).length
  return `${((100 * cutOff) / ends.length).toFixed(1)} %, ${ms(percentile(delays, 0.5))}, ${ms(percentile(delays, 0.95))}`
}

process.stdout.write(
  `${machine()}\n\n${table(
    sets.map(({ name, turns }) => `${name} (${turns.length})`),
    rows.map(({ policy, ends }) => ({ what: policy, target: '', values: ends.map(figures) })),
  )}\n\nEach: turns cut off, delay p50, delay p95. Target for words and silence: ≤ ${MOST_CUT_OFF * 100} % cut off.\n`,
)
const ours = rows.at(-1)?.ends ?? []
if (ours.some((ends) => ends.filter(({ isCutOff }) => isCutOff).length > MOST_CUT_OFF * ends.length))
  process.exitCode = 1

import { parseArgs } from 'node:util'
import { machine, rowOf, table } from './figures.ts'
import { measureReplies } from './understanding/replies.ts'
import { measureSpoken, spokenTable, type SpokenResult } from './understanding/spoken.ts'
import { printTyped } from './understanding/typed-table.ts'
import { FLITE_VOICES, voicesOf } from './understanding/voices.ts'
import { measurePeople, readPeople, type PeopleResult } from './understanding/people.ts'

/**
 * `npm run bench:understanding`: measures how well the held-out typed questions of the corpus of ways to ask are
 * understood; takes seconds. Exits with 1 if a target is missed.
 * `npm run bench:understanding -- --people <folder>`: measures commands of real people with kitchen noise. The folder
 * holds `clips/`, `labels.json` and `kitchen.wav` of Picovoice's speech-to-intent benchmark; `--clips 40` limits the
 * number of clips, `--noise none,24` selects noise levels, `--misses` prints what was not understood. Exits with 1 if a
 * target is missed.
 * `npm run bench:understanding -- --spoken automotive,finance`: has synthetic voices say their own questions,
 * held-out ways to ask, questions for other assistants and cries for help to these assistants; `--clips 20` limits the number
 * of each.
 * `npm run bench:understanding -- --replies`: has the same voices say what is said in every call, and in a booking.
 * With both, `--voices <file>` takes other synthesisers than Flite: each line of the file is a shell command that says the
 * text `$1` into the WAV file `$2`.
 */
const TARGETS = [
  { name: 'none', snrDb: null, right: 0.97 },
  { name: '24', snrDb: 24, right: 0.96 },
  { name: '12', snrDb: 12, right: 0.9 },
  { name: '6', snrDb: 6, right: 0.65 },
]
const MOST_SPLITS = 0.02

const { values: options } = parseArgs({
  options: {
    people: { type: 'string' },
    spoken: { type: 'string' },
    voices: { type: 'string' },
    replies: { type: 'boolean', default: false },
    clips: { type: 'string', default: '1000' },
    noise: { type: 'string', default: 'none,24,12,6' },
    misses: { type: 'boolean', default: false },
  },
})
const voices = options.voices === undefined ? FLITE_VOICES : voicesOf(options.voices)
const isSpoken = options.people !== undefined || options.spoken !== undefined || options.replies
if (!isSpoken) process.exitCode = printTyped(options.misses)
if (options.people !== undefined) await reportPeople(options.people)
if (options.spoken !== undefined) await reportSpoken(options.spoken.split(','), Number(options.clips))
if (options.replies) await reportReplies()

async function reportReplies(): Promise<void> {
  const { report, misses } = await measureReplies(voices)
  if (options.misses) process.stdout.write(`${misses.join('\n')}\n`)
  process.stdout.write(`${report}\n`)
}

async function reportSpoken(assistants: readonly string[], most: number): Promise<void> {
  const results: SpokenResult[] = []
  for (const assistant of assistants) {
    const result = await measureSpoken(assistant, most, voices)
    results.push(result)
    if (options.misses) process.stdout.write(`${result.misses.join('\n')}\n`)
  }
  process.stdout.write(`${spokenTable(results)}\n`)
}

async function reportPeople(folder: string): Promise<void> {
  const people = readPeople(folder, Number(options.clips))
  const levels = TARGETS.filter(({ name }) => options.noise.split(',').includes(name))
  const results: PeopleResult[] = []
  for (const { snrDb } of levels) {
    const result = await measurePeople(people, snrDb)
    results.push(result)
    if (options.misses) process.stdout.write(`${result.misses.join('\n')}\n`)
  }

  const row = rowOf(results)
  const share = (count: number, clips: number): string =>
    `${((100 * count) / clips).toFixed(1)} % (${count} of ${clips})`
  process.stdout.write(
    `${machine()}\n\n${table(
      levels.map(({ name }) => (name === 'none' ? 'no noise added' : `${name} dB`)),
      [
        row('every slot right', levels.map(({ right }) => `≥ ${right * 100} %`).join(', '), ({ right, clips }) =>
          share(right, clips),
        ),
        row('refused', '', ({ refused, clips }) => share(refused, clips)),
        row('wrong', '', ({ wrong, clips }) => share(wrong, clips)),
        row('cut off: an answer began before the rest', `≤ ${MOST_SPLITS * 100} %`, ({ cutOff, clips }) =>
          share(cutOff, clips),
        ),
        row('heard in more than one piece, joined or not', '', ({ splits, clips }) => share(splits, clips)),
        row('CPU seconds for a second of sound', '', ({ cpuSecondsPerSecond }) => cpuSecondsPerSecond.toFixed(3)),
      ],
    )}\n`,
  )
  const isMissed = results.some(
    ({ right, cutOff, clips }, index) => right / clips < (levels[index]?.right ?? 0) || cutOff / clips > MOST_SPLITS,
  )
  process.exitCode = isMissed ? 1 : 0
}

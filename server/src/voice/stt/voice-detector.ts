import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readOnnxWeights } from './onnx-weights.ts'
import { createSimdMemory, SIMD_STEP } from './simd-matrix.ts'

/** 32 ms at 16 kHz. */
export const FRAME_SAMPLES = 512

/**
 * The probability that the next frame contains a voice, 0…1. It depends on earlier frames, so each caller needs its own
 * detector, and frames must be in order.
 */
export type VoiceDetector = (frame: Float32Array) => number

/** The network also gets the last samples of the previous frame. */
const CONTEXT_SAMPLES = 64
const WINDOW_SAMPLES = 256
const WINDOWS = 4
const HOP_SAMPLES = 128
const MIRRORED_SAMPLES = 64
const FREQUENCIES = WINDOW_SAMPLES / 2 + 1
const CELLS = 128
/** The kernel size of the convolutions. */
const TAPS = 3
const LAYERS = [
  { inputs: FREQUENCIES, outputs: 128, stride: 1, steps: WINDOWS },
  { inputs: 128, outputs: 64, stride: 2, steps: 2 },
  { inputs: 64, outputs: 64, stride: 2, steps: 1 },
  { inputs: 64, outputs: CELLS, stride: 1, steps: 1 },
] as const
/** Enough for the 322,000 weights and the buffers between the layers. */
const MOST_NUMBERS = 340_000

const MODEL_FILE = join(dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web')), 'silero_vad_v6.onnx')

// All calls share one network. A frame takes 0.06 ms on the calling thread.
const network = loadNetwork()

/** Silero's voice detector (version 6, MIT), in its variant for 16 kHz. */
export function createVoiceDetector(): VoiceDetector {
  const context = new Float32Array(CONTEXT_SAMPLES)
  const hidden = new Float32Array(CELLS)
  const cells = new Float32Array(CELLS)
  return (frame) => {
    const likelihood = network(context, frame, hidden, cells)
    context.set(frame.subarray(FRAME_SAMPLES - CONTEXT_SAMPLES))
    return likelihood
  }
}

/**
 *   context + frame ─spectrum (4 windows of 129)─▶ four convolutions ─128─▶ long short-term memory ─128─▶ likelihood
 */
function loadNetwork() {
  const weights = readOnnxWeights(readFileSync(MODEL_FILE), 'then_branch')
  const weight = (name: string): Float32Array => {
    const found = weights.get(`If_0_then_branch__Inline_0__${name}`)
    if (!found) throw new Error(`The voice detector's file has no ${name}.`)
    return found
  }
  const memory = createSimdMemory(MOST_NUMBERS)
  const copied = (numbers: Float32Array): Float32Array => {
    const copy = memory.allocate(numbers.length)
    copy.set(numbers)
    return copy
  }

  const samples = memory.allocate(CONTEXT_SAMPLES + FRAME_SAMPLES + MIRRORED_SAMPLES)
  const basis = copied(weight('stft.forward_basis_buffer'))
  const spectrum = memory.allocate(2 * FREQUENCIES)
  const layers = LAYERS.map((layer, index) => {
    const width = Math.ceil(layer.inputs / SIMD_STEP) * SIMD_STEP
    const before = index === 0 ? WINDOWS : (LAYERS[index - 1]?.steps ?? 0)
    return {
      ...layer,
      width,
      // All steps in sequence, with a step of zeros at each end, so that the input of a convolution is contiguous.
      input: memory.allocate((before + 2) * width),
      matrix: copied(inOrderOfTime(weight(`encoder.${index}.reparam_conv.weight`), layer.inputs, width)),
      bias: weight(`encoder.${index}.reparam_conv.bias`),
    }
  })
  const gateMatrix = copied(sideBySide(weight('decoder.rnn.weight_ih'), weight('decoder.rnn.weight_hh'), CELLS))
  const recurrentBias = weight('decoder.rnn.bias_hh')
  const gateBias = weight('decoder.rnn.bias_ih').map((bias, index) => bias + (recurrentBias[index] ?? 0))
  const gateInput = memory.allocate(2 * CELLS)
  const gates = memory.allocate(4 * CELLS)
  const outputWeight = weight('decoder.decoder.2.weight')
  const [outputBias = 0] = weight('decoder.decoder.2.bias')

  const measureSpectrum = (input: Float32Array, width: number): void => {
    for (let index = 0; index < MIRRORED_SAMPLES; index += 1) {
      const end = CONTEXT_SAMPLES + FRAME_SAMPLES
      samples[end + index] = samples[end - 2 - index] ?? 0
    }
    for (let window = 0; window < WINDOWS; window += 1) {
      const from = window * HOP_SAMPLES
      spectrum.fill(0)
      memory.multiplyAdd(basis, samples.subarray(from, from + WINDOW_SAMPLES), spectrum)
      for (let frequency = 0; frequency < FREQUENCIES; frequency += 1) {
        const [real, imaginary] = [spectrum[frequency] ?? 0, spectrum[FREQUENCIES + frequency] ?? 0]
        input[(window + 1) * width + frequency] = Math.sqrt(real * real + imaginary * imaginary)
      }
    }
  }

  const convolve = ({ input, width, stride, steps, outputs, matrix, bias }: (typeof layers)[number], next: number) => {
    const following = layers[next]
    for (let step = 0; step < steps; step += 1) {
      const at = following ? (step + 1) * following.width : 0
      const output = (following?.input ?? gateInput).subarray(at, at + outputs)
      output.set(bias)
      const from = step * stride * width
      memory.multiplyAdd(matrix, input.subarray(from, from + TAPS * width), output)
      for (let index = 0; index < outputs; index += 1) output[index] = Math.max(0, output[index] ?? 0)
    }
  }

  return (context: Float32Array, frame: Float32Array, hidden: Float32Array, cells: Float32Array): number => {
    samples.set(context)
    samples.set(frame, CONTEXT_SAMPLES)
    const [first] = layers
    if (first) measureSpectrum(first.input, first.width)
    for (const [index, layer] of layers.entries()) convolve(layer, index + 1)

    gateInput.set(hidden, CELLS)
    gates.set(gateBias)
    memory.multiplyAdd(gateMatrix, gateInput, gates)
    let sum = outputBias
    for (let cell = 0; cell < CELLS; cell += 1) {
      const letIn = sigmoid(gates[cell] ?? 0)
      const keep = sigmoid(gates[CELLS + cell] ?? 0)
      const candidate = Math.tanh(gates[2 * CELLS + cell] ?? 0)
      const letOut = sigmoid(gates[3 * CELLS + cell] ?? 0)
      const content = keep * (cells[cell] ?? 0) + letIn * candidate
      cells[cell] = content
      hidden[cell] = letOut * Math.tanh(content)
      sum += (outputWeight[cell] ?? 0) * Math.max(0, hidden[cell] ?? 0)
    }
    return sigmoid(sum)
  }
}

/** Reorders PyTorch's [output][input][tap] to [output][tap][input], and pads the inputs with zeros to `width`. */
function inOrderOfTime(matrix: Float32Array, inputs: number, width: number): Float32Array {
  const outputs = matrix.length / inputs / TAPS
  const ordered = new Float32Array(outputs * TAPS * width)
  for (const [index, value] of matrix.entries()) {
    const tap = index % TAPS
    const input = Math.floor(index / TAPS) % inputs
    const output = Math.floor(index / TAPS / inputs)
    ordered[(output * TAPS + tap) * width + input] = value
  }
  return ordered
}

/** Joins each row of one matrix with the same row of the other; all rows have the length `width`. */
function sideBySide(left: Float32Array, right: Float32Array, width: number): Float32Array {
  const joined = new Float32Array(left.length + right.length)
  for (let row = 0; row * width < left.length; row += 1) {
    joined.set(left.subarray(row * width, (row + 1) * width), 2 * row * width)
    joined.set(right.subarray(row * width, (row + 1) * width), (2 * row + 1) * width)
  }
  return joined
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

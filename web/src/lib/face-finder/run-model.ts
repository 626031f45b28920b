import type { FlatModel, Operator } from './flat-model.ts'

/** A tensor for one picture, in the order rows, columns, channels. */
export interface Values {
  data: Float32Array
  shape: readonly number[]
}

/**
 * Computes a network's outputs for one input, in the order of the model's outputs.
 * @throws Error when the input does not have the size that the model expects
 */
export function runModel(model: FlatModel, input: Float32Array): Values[] {
  const values = new Map<number, Values>()
  const shape = model.tensors[model.input]?.shape ?? []
  if (input.length !== count(shape)) throw new Error(`The network wants ${shape.join(' × ')} numbers`)
  values.set(model.input, { data: input, shape })
  const valueOf = (index: number): Values => {
    const known = values.get(index)
    if (known) return known
    const tensor = model.tensors[index]
    if (tensor?.constant === undefined) throw new Error(`Tensor ${index} was not worked out`)
    const constant = { data: Float32Array.from(tensor.constant), shape: tensor.shape }
    values.set(index, constant)
    return constant
  }
  for (const operator of model.operators) {
    const result = run(operator, operator.inputs.map(valueOf), model.tensors[operator.output]?.shape ?? [])
    values.set(operator.output, result)
  }
  return model.outputs.map(valueOf)
}

const NOTHING: Values = { data: new Float32Array(), shape: [] }

function run(operator: Operator, inputs: readonly Values[], shape: readonly number[]): Values {
  const [first = NOTHING, second = NOTHING, third = NOTHING] = inputs
  switch (operator.kind) {
    // Weights are stored as 16-bit floats and were already converted when the file was read.
    case 'widen':
      return first
    case 'reshape':
      return { data: first.data, shape }
    case 'relu':
      return { data: first.data.map((value) => (value > 0 ? value : 0)), shape }
    case 'prelu':
      return { data: leak(first.data, second.data), shape }
    case 'add':
      return { data: rectify(operator, sum(first.data, second.data)), shape }
    case 'concatenate':
      return { data: join(inputs, operator.axis, shape), shape }
    case 'pad':
      return { data: pad(first, second.data, shape), shape }
    case 'pool':
      return { data: pool(operator, first, shape), shape }
    case 'convolve':
      return { data: rectify(operator, convolve(operator, first, second, third.data, shape)), shape }
    case 'convolve-each':
      return { data: rectify(operator, convolveEach(operator, first, second, third.data, shape)), shape }
  }
}

function count(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1)
}

function rectify({ isRectified }: Operator, data: Float32Array): Float32Array {
  if (isRectified) for (let at = 0; at < data.length; at += 1) data[at] = Math.max(data[at] ?? 0, 0)
  return data
}

function sum(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, at) => value + (b[at] ?? 0))
}

/** PReLU: values below 0 are multiplied by a factor of their channel. */
function leak(data: Float32Array, shares: Float32Array): Float32Array {
  const channels = shares.length
  return data.map((value, at) => (value < 0 ? value * (shares[at % channels] ?? 0) : value))
}

function join(inputs: readonly Values[], axis: number, shape: readonly number[]): Float32Array {
  const joined = new Float32Array(count(shape))
  const along = axis < 0 ? axis + shape.length : axis
  const row = count(shape.slice(along))
  let start = 0
  for (const { data, shape: own } of inputs) {
    const part = count(own.slice(along))
    for (let from = 0, to = start; from < data.length; from += part, to += row)
      joined.set(data.subarray(from, from + part), to)
    start += part
  }
  return joined
}

/** @param margins the zeros before and after, for each dimension */
function pad({ data, shape: from }: Values, margins: Float32Array, shape: readonly number[]): Float32Array {
  const padded = new Float32Array(count(shape))
  const [, rows = 1, columns = 1, channels = 1] = from
  const [, , width = 1, depth = 1] = shape
  const top = margins[2] ?? 0
  const left = margins[4] ?? 0
  const front = margins[6] ?? 0
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const at = (y * columns + x) * channels
      padded.set(data.subarray(at, at + channels), ((y + top) * width + x + left) * depth + front)
    }
  }
  return padded
}

/**
 * Moves a window over the input and computes every output channel at each of its positions. The numbers in the window
 * are in the order rows, columns, channels, with `outside` for positions beyond the edge.
 */
function overWindows(
  { strideX, strideY, isPadded }: Operator,
  { data, shape: from }: Values,
  [windowY, windowX]: readonly [number, number],
  shape: readonly number[],
  outside: number,
  valueOf: (window: Float32Array, channel: number) => number,
): Float32Array {
  const [, rows = 1, columns = 1, channels = 1] = from
  const [, outRows = 1, outColumns = 1, outChannels = 1] = shape
  const marginBefore = (length: number, outLength: number, window: number, stride: number) =>
    isPadded ? Math.max(0, (outLength - 1) * stride + window - length) >> 1 : 0
  const top = marginBefore(rows, outRows, windowY, strideY)
  const left = marginBefore(columns, outColumns, windowX, strideX)
  const window = new Float32Array(windowY * windowX * channels)
  const out = new Float32Array(count(shape))
  for (let outY = 0; outY < outRows; outY += 1) {
    for (let outX = 0; outX < outColumns; outX += 1) {
      for (let place = 0; place < windowY * windowX; place += 1) {
        const y = outY * strideY - top + Math.floor(place / windowX)
        const x = outX * strideX - left + (place % windowX)
        const isInside = y >= 0 && y < rows && x >= 0 && x < columns
        const at = (y * columns + x) * channels
        if (isInside) window.set(data.subarray(at, at + channels), place * channels)
        else window.fill(outside, place * channels, (place + 1) * channels)
      }
      const to = (outY * outColumns + outX) * outChannels
      for (let channel = 0; channel < outChannels; channel += 1) out[to + channel] = valueOf(window, channel)
    }
  }
  return out
}

function pool(operator: Operator, input: Values, shape: readonly number[]): Float32Array {
  const channels = shape[3] ?? 1
  return overWindows(operator, input, [operator.windowY, operator.windowX], shape, -Infinity, (window, channel) => {
    let largest = -Infinity
    for (let at = channel; at < window.length; at += channels) largest = Math.max(largest, window[at] as number)
    return largest
  })
}

/**
 * A full convolution: every output channel depends on all input channels in a window. Order of weights: output channel,
 * row, column, input channel.
 */
function convolve(
  operator: Operator,
  input: Values,
  { data: kernel, shape: [, windowY = 1, windowX = 1] }: Values,
  biases: Float32Array,
  shape: readonly number[],
): Float32Array {
  return overWindows(operator, input, [windowY, windowX], shape, 0, (window, channel) => {
    let total = biases[channel] ?? 0
    const first = channel * window.length
    for (let at = 0; at < window.length; at += 1) total += (window[at] as number) * (kernel[first + at] as number)
    return total
  })
}

/** A depthwise convolution: every channel depends only on itself. Order of weights: 1, row, column, channel. */
function convolveEach(
  operator: Operator,
  input: Values,
  { data: kernel, shape: [, windowY = 1, windowX = 1] }: Values,
  biases: Float32Array,
  shape: readonly number[],
): Float32Array {
  const channels = biases.length
  return overWindows(operator, input, [windowY, windowX], shape, 0, (window, channel) => {
    let total = biases[channel] ?? 0
    for (let at = channel; at < window.length; at += channels) total += (window[at] as number) * (kernel[at] as number)
    return total
  })
}

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

/** The number of zeros before the first position. */
function marginBefore(isPadded: boolean, length: number, outLength: number, window: number, stride: number): number {
  return isPadded ? Math.max(0, (outLength - 1) * stride + window - length) >> 1 : 0
}

function pool(operator: Operator, { data, shape: from }: Values, shape: readonly number[]): Float32Array {
  const { strideX, strideY, windowX, windowY, isPadded } = operator
  const [, rows = 1, columns = 1, channels = 1] = from
  const [, outRows = 1, outColumns = 1] = shape
  const top = marginBefore(isPadded, rows, outRows, windowY, strideY)
  const left = marginBefore(isPadded, columns, outColumns, windowX, strideX)
  const largest = new Float32Array(count(shape)).fill(-Infinity)
  for (let outY = 0; outY < outRows; outY += 1) {
    for (let outX = 0; outX < outColumns; outX += 1) {
      const to = (outY * outColumns + outX) * channels
      for (let y = Math.max(0, outY * strideY - top); y < Math.min(rows, outY * strideY - top + windowY); y += 1) {
        for (
          let x = Math.max(0, outX * strideX - left);
          x < Math.min(columns, outX * strideX - left + windowX);
          x += 1
        ) {
          const at = (y * columns + x) * channels
          for (let channel = 0; channel < channels; channel += 1) {
            largest[to + channel] = Math.max(largest[to + channel] ?? 0, data[at + channel] ?? 0)
          }
        }
      }
    }
  }
  return largest
}

/**
 * A full convolution: every output channel depends on all input channels in a window. Order of weights: output channel,
 * row, column, input channel.
 */
function convolve(
  { strideX, strideY, isPadded }: Operator,
  { data, shape: from }: Values,
  weights: Values,
  biases: Float32Array,
  shape: readonly number[],
): Float32Array {
  const [, rows = 1, columns = 1, channels = 1] = from
  const [, outRows = 1, outColumns = 1, outChannels = 1] = shape
  const [, windowY = 1, windowX = 1] = weights.shape
  const top = marginBefore(isPadded, rows, outRows, windowY, strideY)
  const left = marginBefore(isPadded, columns, outColumns, windowX, strideX)
  const kernel = weights.data
  const size = windowY * windowX * channels
  const window = new Float32Array(size)
  const out = new Float32Array(count(shape))
  for (let outY = 0; outY < outRows; outY += 1) {
    for (let outX = 0; outX < outColumns; outX += 1) {
      for (let windowRow = 0; windowRow < windowY; windowRow += 1) {
        const y = outY * strideY - top + windowRow
        for (let windowColumn = 0; windowColumn < windowX; windowColumn += 1) {
          const x = outX * strideX - left + windowColumn
          const to = (windowRow * windowX + windowColumn) * channels
          const isInside = y >= 0 && y < rows && x >= 0 && x < columns
          const at = (y * columns + x) * channels
          if (isInside) window.set(data.subarray(at, at + channels), to)
          else window.fill(0, to, to + channels)
        }
      }
      const to = (outY * outColumns + outX) * outChannels
      for (let channel = 0, weight = 0; channel < outChannels; channel += 1) {
        let total = biases[channel] ?? 0
        for (let at = 0; at < size; at += 1, weight += 1) total += (window[at] as number) * (kernel[weight] as number)
        out[to + channel] = total
      }
    }
  }
  return out
}

/** A depthwise convolution: every channel depends only on itself. Order of weights: 1, row, column, channel. */
function convolveEach(
  { strideX, strideY, isPadded }: Operator,
  { data, shape: from }: Values,
  weights: Values,
  biases: Float32Array,
  shape: readonly number[],
): Float32Array {
  const [, rows = 1, columns = 1, channels = 1] = from
  const [, outRows = 1, outColumns = 1] = shape
  const [, windowY = 1, windowX = 1] = weights.shape
  const top = marginBefore(isPadded, rows, outRows, windowY, strideY)
  const left = marginBefore(isPadded, columns, outColumns, windowX, strideX)
  const kernel = weights.data
  const out = new Float32Array(count(shape))
  for (let outY = 0; outY < outRows; outY += 1) {
    for (let outX = 0; outX < outColumns; outX += 1) {
      const to = (outY * outColumns + outX) * channels
      for (let channel = 0; channel < channels; channel += 1) out[to + channel] = biases[channel] ?? 0
      for (let windowRow = 0; windowRow < windowY; windowRow += 1) {
        const y = outY * strideY - top + windowRow
        if (y < 0 || y >= rows) continue
        for (let windowColumn = 0; windowColumn < windowX; windowColumn += 1) {
          const x = outX * strideX - left + windowColumn
          if (x < 0 || x >= columns) continue
          const at = (y * columns + x) * channels
          const weight = (windowRow * windowX + windowColumn) * channels
          for (let channel = 0; channel < channels; channel += 1) {
            out[to + channel] =
              (out[to + channel] as number) + (data[at + channel] as number) * (kernel[weight + channel] as number)
          }
        }
      }
    }
  }
  return out
}

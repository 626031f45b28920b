/**
 * Reads networks in the file format of TensorFlow Lite, a FlatBuffer: tables of optional fields, by the schema at
 * https://github.com/tensorflow/tensorflow/blob/master/tensorflow/compiler/mlir/lite/schema/schema.fbs
 */

/** The operator codes, as in the schema, that our two networks use. */
const OPERATORS = {
  0: 'add',
  2: 'concatenate',
  3: 'convolve',
  4: 'convolve-each',
  6: 'widen',
  17: 'pool',
  19: 'relu',
  22: 'reshape',
  34: 'pad',
  54: 'prelu',
} as const

type OperatorKind = (typeof OPERATORS)[keyof typeof OPERATORS]

interface Tensor {
  shape: readonly number[]
  /** The data of a constant tensor, such as weights; absent for computed tensors. */
  constant?: Float32Array | Int32Array
}

export interface Operator {
  kind: OperatorKind
  /** Indexes of tensors. */
  inputs: readonly number[]
  output: number
  /** The step of the window; 1 for operators without one. */
  strideX: number
  strideY: number
  /** The window's size, for pooling. */
  windowX: number
  windowY: number
  /** Whether the input is padded with zeros ("same" padding), so that the output has one position for each stride. */
  isPadded: boolean
  /** Whether negative outputs become 0 (ReLU). */
  isRectified: boolean
  /** The dimension along which tensors are concatenated. */
  axis: number
}

export interface FlatModel {
  tensors: readonly Tensor[]
  /** In the order of their execution. */
  operators: readonly Operator[]
  input: number
  outputs: readonly number[]
}

const FLOAT32 = 0
const FLOAT16 = 1
const INT32 = 2

/** @throws RangeError or Error when the file is no such model, or uses operators that our networks do not */
export function readFlatModel(file: ArrayBuffer): FlatModel {
  const table = createReader(file)
  const model = table.root()
  const codes = table.tables(model, 1).map((code) => table.int8(code, 0) || table.int32(code, 3))
  const buffers = table.tables(model, 4).map((buffer) => table.bytes(buffer, 0))
  const [graph] = table.tables(model, 2)
  if (graph === undefined) throw new Error('The file holds no network')

  const tensors = table.tables(graph, 0).map((tensor): Tensor => {
    const shape = table.ints(tensor, 0)
    const bytes = buffers[table.int32(tensor, 2)]
    if (bytes === undefined || bytes.byteLength === 0) return { shape }
    return { shape, constant: numbersOf(bytes, table.int8(tensor, 1)) }
  })
  const operators = table.tables(graph, 3).map((operator): Operator => {
    const code = codes[table.int32(operator, 0)]
    const kind = OPERATORS[code as keyof typeof OPERATORS] as OperatorKind | undefined
    if (kind === undefined) throw new Error(`Operator ${code} is unknown`)
    const [output = 0] = table.ints(operator, 2)
    return { kind, inputs: table.ints(operator, 1), output, ...optionsOf(kind, table.table(operator, 4)) }
  })
  const [input = 0] = table.ints(graph, 1)
  return { tensors, operators, input, outputs: table.ints(graph, 2) }

  function optionsOf(kind: OperatorKind, options: number) {
    const none = { strideX: 1, strideY: 1, windowX: 1, windowY: 1, isPadded: false, isRectified: false, axis: 0 }
    switch (kind) {
      case 'convolve':
      case 'convolve-each':
      case 'pool':
        return {
          ...none,
          isPadded: table.int8(options, 0) === 0,
          strideX: table.int32(options, 1),
          strideY: table.int32(options, 2),
          ...(kind === 'pool' ? { windowX: table.int32(options, 3), windowY: table.int32(options, 4) } : {}),
          isRectified: table.int8(options, kind === 'pool' ? 5 : kind === 'convolve' ? 3 : 4) === 1,
        }
      case 'add':
        return { ...none, isRectified: table.int8(options, 0) === 1 }
      case 'concatenate':
        return { ...none, axis: table.int32(options, 0) }
      case 'widen':
      case 'relu':
      case 'reshape':
      case 'pad':
      case 'prelu':
        return none
    }
  }
}

function numbersOf(bytes: Uint8Array, type: number): Float32Array | Int32Array {
  // A copy, because numbers have to begin at a multiple of their width.
  const { buffer } = bytes.slice()
  switch (type) {
    case FLOAT32:
      return new Float32Array(buffer)
    case FLOAT16:
      return Float32Array.from(new Uint16Array(buffer), halfFloat)
    case INT32:
      return new Int32Array(buffer)
    default:
      throw new Error(`Numbers of type ${type} are unknown`)
  }
}

/** Converts a 16-bit float: one bit of sign, five of exponent, ten of fraction (IEEE 754). */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** Reads tables by their position in the file. Absent fields read as 0. */
function createReader(file: ArrayBuffer) {
  const view = new DataView(file)
  const follow = (place: number) => place + view.getUint32(place, true)
  const field = (table: number, index: number): number => {
    if (table === 0) return 0
    const layout = table - view.getInt32(table, true)
    const slot = 4 + 2 * index
    if (slot >= view.getUint16(layout, true)) return 0
    const offset = view.getUint16(layout + slot, true)
    return offset === 0 ? 0 : table + offset
  }
  const items = (table: number, index: number): number[] => {
    const place = field(table, index)
    if (place === 0) return []
    const start = follow(place)
    return Array.from({ length: view.getUint32(start, true) }, (_, item) => start + 4 + 4 * item)
  }
  return {
    root: () => follow(0),
    table: (of: number, index: number) => {
      const place = field(of, index)
      return place === 0 ? 0 : follow(place)
    },
    tables: (of: number, index: number) => items(of, index).map(follow),
    ints: (of: number, index: number) => items(of, index).map((place) => view.getInt32(place, true)),
    int32: (of: number, index: number) => {
      const place = field(of, index)
      return place === 0 ? 0 : view.getInt32(place, true)
    },
    int8: (of: number, index: number) => {
      const place = field(of, index)
      return place === 0 ? 0 : view.getInt8(place)
    },
    bytes: (of: number, index: number) => {
      const place = field(of, index)
      if (place === 0) return new Uint8Array()
      const start = follow(place)
      return new Uint8Array(file, start + 4, view.getUint32(start, true))
    },
  }
}

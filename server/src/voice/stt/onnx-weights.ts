/** Weights by their name. */
export type Weights = ReadonlyMap<string, Float32Array>

/** Field numbers on the path to a tensor, from onnx.proto (onnx.ai). */
const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE_OUTPUT = 2
const NODE_ATTRIBUTE = 5
const ATTRIBUTE_NAME = 1
const ATTRIBUTE_TENSOR = 5
const ATTRIBUTE_GRAPH = 6
const TENSOR_TYPE = 2
const TENSOR_FLOAT = 1
const TENSOR_RAW = 9

interface Field {
  number: number
  /** The value of a numeric field; 0 for others. */
  value: number
  /** The content of a string or message field; empty for others. */
  bytes: Uint8Array
}

/**
 * Reads the 32-bit float constants of an ONNX file, including those in branches of `If` nodes. The computation itself
 * is not read: the user of the weights knows the network.
 * @param branch which branch of each `If`: `then_branch` or `else_branch`
 */
export function readOnnxWeights(file: Uint8Array, branch: string): Weights {
  const weights = new Map<string, Float32Array>()
  const visitGraph = (graph: Uint8Array): void => {
    for (const node of each(graph, GRAPH_NODE)) {
      const [output] = each(node, NODE_OUTPUT)
      for (const attribute of each(node, NODE_ATTRIBUTE)) {
        for (const tensor of each(attribute, ATTRIBUTE_TENSOR)) {
          const floats = readFloats(tensor)
          if (output && floats) weights.set(textOf(output), floats)
        }
        const [name] = each(attribute, ATTRIBUTE_NAME)
        if (name && textOf(name) === branch) for (const inner of each(attribute, ATTRIBUTE_GRAPH)) visitGraph(inner)
      }
    }
  }
  for (const graph of each(file, MODEL_GRAPH)) visitGraph(graph)
  return weights
}

function readFloats(tensor: Uint8Array): Float32Array | undefined {
  const type = fieldsOf(tensor).find(({ number }) => number === TENSOR_TYPE)?.value
  const [raw] = each(tensor, TENSOR_RAW)
  // Copied, because the address of floats must be a multiple of four.
  return type === TENSOR_FLOAT && raw ? new Float32Array(Uint8Array.from(raw).buffer) : undefined
}

function each(message: Uint8Array, number: number): Uint8Array[] {
  return fieldsOf(message)
    .filter((field) => field.number === number)
    .map(({ bytes }) => bytes)
}

/** Reads the fields of a Protocol Buffers message; groups are not supported. */
function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readNumber = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const key = readNumber()
    const wireType = key & 7
    const field: Field = { number: key >>> 3, value: 0, bytes: new Uint8Array(0) }
    if (wireType === 0) field.value = readNumber()
    else if (wireType === 2) {
      const length = readNumber()
      field.bytes = message.subarray(at, at + length)
      at += length
    } else at += wireType === 1 ? 8 : 4
    fields.push(field)
  }
  return fields
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

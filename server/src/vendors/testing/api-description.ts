import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { z } from 'zod'
import type { SeenRequest, VendorAnswer } from './vendor-server.ts'

/** Checks requests and answers against an OpenAPI document (3.0 or 3.1). */
export interface ApiDescription {
  /** Violations of the document in a request; anything undocumented is one. */
  faultsOfRequest(request: SeenRequest): Promise<string[]>
  /** Violations of the document in an answer; each event or line of a stream is checked. */
  faultsOfAnswer(request: SeenRequest, answer: VendorAnswer): string[]
  /** The document's example of an answer. */
  example(method: string, path: string, status: number): unknown
}

const content = z.record(z.string(), z.looseObject({ schema: z.unknown().optional() }))
const operationSchema = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }))
    .default([]),
  requestBody: z.looseObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), z.looseObject({ scheme: z.string().optional() })).optional() })
    .default({}),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
})
type Operation = z.infer<typeof operationSchema>

/** Headers allowed in every request. */
const USUAL_HEADERS = new Set([
  'accept', 'accept-encoding', 'accept-language', 'authorization', 'connection', 'content-length', 'content-type',
  'host', 'sec-fetch-mode', 'transfer-encoding', 'user-agent',
]) // oxfmt-ignore

/** @param base the prefix of the document's paths at this server, such as `/v1` */
export function readApiDescription(json: string, { base = '' }: { base?: string } = {}): ApiDescription {
  const document = documentSchema.parse(JSON.parse(json, repaired))
  const strict = newAjv()
  // Values in the query, headers and forms are always text.
  const fromText = newAjv({ coerceTypes: true })
  const compiled = new Map<string, ValidateFunction>()

  function newAjv(options: { coerceTypes?: boolean } = {}): Ajv2020 {
    const ajv = new Ajv2020({ strict: false, allErrors: true, ...options })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', components: document.components })
    return ajv
  }

  /** @param isClosed whether fields that the schema does not name are faults */
  function faults(ajv: Ajv2020, schema: unknown, value: unknown, where: string, isClosed: boolean): string[] {
    const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object
    const key = `${ajv === strict ? 'strict' : 'text'} ${isClosed} ${JSON.stringify(own)}`
    const validate = compiled.get(key) ?? ajv.compile(isClosed ? { allOf: [own], unevaluatedProperties: false } : own)
    compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  function find(method: string, pathname: string): { operation: Operation; path: string } | undefined {
    for (const [path, operations] of Object.entries(document.paths)) {
      const pattern = new RegExp(`^${base}${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)
      const operation = operations[method.toLowerCase()]
      if (operation && pattern.test(pathname)) return { operation: operationSchema.parse(operation), path }
    }
    return undefined
  }

  function faultsOfQuery({ parameters }: Operation, query: URLSearchParams): string[] {
    const known = parameters.filter((parameter) => parameter.in === 'query')
    return [
      ...[...query.keys()]
        .filter((key) => !known.some(({ name }) => name === key))
        .map((key) => `query ${key} is unknown`),
      ...known.flatMap(({ name, required, schema }) => {
        const value = query.get(name)
        if (value === null) return required ? [`query ${name} is missing`] : []
        return faults(fromText, { type: 'object', properties: { [name]: schema } }, { [name]: value }, 'query', false)
      }),
    ]
  }

  function faultsOfHeaders(operation: Operation, headers: SeenRequest['headers']): string[] {
    const described = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
    const isKnown = (name: string) => USUAL_HEADERS.has(name) || described.includes(name)
    const unknown = Object.keys(headers).filter((name) => !isKnown(name))
    const schemes = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one))
    const wanted = schemes.map((name) => document.components.securitySchemes?.[name]?.scheme ?? name)
    const given = (headers.authorization ?? '').split(' ', 1)[0] ?? ''
    const isKeyed = wanted.length > 0 ? wanted.some((one) => one.toLowerCase() === given.toLowerCase()) : given === ''
    return [
      ...unknown.map((name) => `header ${name} is unknown`),
      ...(isKeyed ? [] : [`authorization must be ${wanted.join(' or ') || 'absent'}, not ${given || 'absent'}`]),
    ]
  }

  async function faultsOfBody({ requestBody }: Operation, { headers, body }: SeenRequest): Promise<string[]> {
    const type = headers['content-type'] ?? ''
    if (!requestBody) return body.length > 0 ? ['there is a body'] : []
    if (body.length === 0) return requestBody.required ? ['there is no body'] : []
    const media = requestBody.content[type.split(';', 1)[0] ?? '']
    if (!media) return [`content-type ${type} is unknown`]
    if (!type.startsWith('multipart/')) {
      return faults(strict, media.schema, JSON.parse(body.toString()), 'body', true)
    }
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const fields = [...form].map(([name, value]) => [name, value instanceof File ? value.name : value])
    return faults(fromText, media.schema, Object.fromEntries(fields), 'form', true)
  }

  return {
    async faultsOfRequest(request) {
      const { pathname, searchParams } = new URL(request.path, 'http://vendor.test')
      const found = find(request.method, pathname)
      if (!found) return [`${request.method} ${pathname} is unknown`]
      return [
        ...faultsOfQuery(found.operation, searchParams),
        ...faultsOfHeaders(found.operation, request.headers),
        ...(await faultsOfBody(found.operation, request)),
      ]
    },

    faultsOfAnswer({ method, path }, { status = 200, contentType, pieces }) {
      const found = find(method, new URL(path, 'http://vendor.test').pathname)
      const answers = found?.operation.responses ?? {}
      const answer = answers[String(status)] ?? answers[`${String(status)[0]}XX`] ?? answers['default']
      if (!answer) return [`${method} ${path} answers no ${status}`]
      const type = contentType.split(';', 1)[0] ?? ''
      const media = answer.content?.[type]
      // Sound and video may have any content type.
      if (!/json|event-stream/.test(type)) return answer.content ? [] : [`${type} is unknown`]
      if (!media) return [`${method} ${path} answers no ${type}`]
      const text = pieces.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString())).join('')
      return partsOf(type, text).flatMap((part) => faults(strict, media.schema, part, 'answer', false))
    },

    example(method, path, status) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      if (!operation) return undefined
      const { responses, 'x-oaiMeta': meta } = operationSchema.parse(operation)
      const media = responses[String(status)]?.content?.['application/json']
      const named = z
        .looseObject({ examples: z.record(z.string(), z.looseObject({ value: z.unknown() })) })
        .safeParse(media)
      const [first] = named.success ? Object.values(named.data.examples) : []
      return media?.['example'] ?? first?.value ?? exampleOfSchema(media?.schema) ?? exampleInWords(meta)
    },
  }

  function exampleOfSchema(schema: unknown): unknown {
    const { $ref, example } = z.looseObject({ $ref: z.string().optional() }).catch({}).parse(schema)
    if ($ref === undefined) return example
    let target: unknown = document
    for (const part of $ref.slice(2).split('/')) target = z.record(z.string(), z.unknown()).parse(target)[part]
    return exampleOfSchema(target)
  }
}

/**
 * Repairs common mistakes of generators in otherwise correct documents: empty lists of allowed values, lists that
 * belong to an array's items but stand at the array, lists of texts with the type `object`, and `nullable` fields whose
 * list lacks null.
 */
function repaired(key: string, value: unknown): unknown {
  if (key === 'enum' && Array.isArray(value) && value.length === 0) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const schema = value as Record<string, unknown>
  if (Array.isArray(schema['enum'])) {
    const { enum: allowed, type, ...rest } = schema
    if (type === 'array') return { type, ...rest }
    if (type === 'object' && allowed.every((one) => typeof one === 'string')) return { enum: allowed, ...rest }
    if (schema['nullable'] === true) return { enum: [...allowed, null], ...rest, nullable: undefined }
  }
  if (schema['nullable'] === true && schema['type'] === undefined) {
    const { nullable: _, ...rest } = schema
    return { anyOf: [rest, { type: 'null' }] }
  }
  return value
}

/** OpenAI gives examples as JSON text in an extension field of its own. */
function exampleInWords(meta: unknown): unknown {
  const one = z.looseObject({ response: z.string() })
  const shape = z.looseObject({ examples: z.union([z.array(z.looseObject({ response: z.string().optional() })), one]) })
  const examples = shape.safeParse(meta).data?.examples
  const text = [examples ?? []].flat()[0]?.response
  // Some of these texts have a trailing comma.
  return text === undefined ? undefined : JSON.parse(text.replace(/,(\s*[\]}])/g, '$1'))
}

function partsOf(type: string, text: string): unknown[] {
  if (type === 'text/event-stream') {
    const events = text.split('\n\n').flatMap((event) => (event.startsWith('data: ') ? [event.slice(6)] : []))
    return events.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data))
  }
  // Either one JSON object, or one in each line.
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
}

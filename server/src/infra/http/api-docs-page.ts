import type { OpenAPIHono } from '@hono/zod-openapi'
import { escapeHtml, htmlPage } from './html.ts'

type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type PathItem = NonNullable<ApiDocument['paths']>[string]
type Operation = NonNullable<PathItem['get']>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const ROLE_WORDS: Readonly<Record<string, string>> = {
  anonymous: 'open to everyone',
  user: 'signed-in people and team members',
  account: 'signed-in people',
  team: 'team members',
  program: 'API keys',
}

/** The API description as a readable page, without scripts and without anything from other servers. */
export function apiDocsPage(document: ApiDocument): string {
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method]
      if (!operation) continue
      const group = operation.tags?.[0] ?? 'Other'
      groups.set(group, [...(groups.get(group) ?? []), article(method, path, operation)])
    }
  }
  const sections = [...groups].map(
    ([name, articles]) =>
      `<section aria-labelledby="${slug(name)}"><h2 id="${slug(name)}">${escapeHtml(name)}</h2>${articles.join('\n')}</section>`,
  )
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<article id="schema-${slug(name)}"><h3>${escapeHtml(name)}</h3>${schemaBlock(schema)}</article>`,
  )
  const body = `
<h1>${escapeHtml(document.info.title)} API</h1>
<p class="lead">${withCode(document.info.description ?? '')}</p>
<p>For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)}).
Live calls use a WebSocket at <code>/v1/realtime</code> that speaks the OpenAI Realtime protocol.</p>
<nav aria-label="Groups"><ul>${[...groups.keys()].map((name) => `<li><a href="#${slug(name)}">${escapeHtml(name)}</a></li>`).join('')}<li><a href="#shared">Shared shapes</a></li></ul></nav>
<main>${sections.join('\n')}
<section aria-labelledby="shared"><h2 id="shared">Shared shapes</h2>${schemas.join('\n')}</section></main>`
  return htmlPage({ title: `${document.info.title} API`, body })
}

function article(method: string, path: string, operation: Operation): string {
  const role = String(operation['x-role'] ?? '')
  const request = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
  const parts = [
    `<h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>`,
    `<p>${escapeHtml(operation.summary ?? '')} <span class="role">(${escapeHtml(ROLE_WORDS[role] ?? role)})</span></p>`,
    operation.description ? `<p>${escapeHtml(operation.description)}</p>` : '',
    parameters(operation),
    ...Object.values(request).map((media) => `<details><summary>Body</summary>${schemaBlock(media.schema)}</details>`),
    ...Object.entries(operation.responses ?? {})
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => responseBlock(status, response)),
  ]
  return `<article>${parts.filter(Boolean).join('\n')}</article>`
}

function parameters(operation: Operation): string {
  const entries = (operation.parameters ?? []).flatMap((parameter) => ('name' in parameter ? [parameter] : []))
  if (entries.length === 0) return ''
  const items = entries.map(
    ({ name, in: place, required, description }) =>
      `<dt><code>${escapeHtml(name)}</code> in ${place}${required ? ', required' : ''}</dt><dd>${escapeHtml(description ?? '')}</dd>`,
  )
  return `<dl>${items.join('')}</dl>`
}

function responseBlock(status: string, response: NonNullable<Operation['responses']>[string]): string {
  const description = 'description' in response ? String(response.description) : ''
  const content: Record<string, { schema?: unknown }> = 'content' in response ? (response.content ?? {}) : {}
  const shape = content['application/json']?.schema
  if (!shape) return `<p>${escapeHtml(status)}: ${escapeHtml(description)}</p>`
  return `<details><summary>${escapeHtml(status)}: ${escapeHtml(description)}</summary>${schemaBlock(shape)}</details>`
}

function schemaBlock(schema: unknown): string {
  return `<pre>${escapeHtml(shapeOf(schema, ''))}</pre>`
}

/** Prints a JSON Schema like a TypeScript type: `{ email: string, name?: string }`. */
function shapeOf(schema: unknown, indent: string): string {
  if (typeof schema !== 'object' || schema === null) return 'anything'
  const { $ref, type, properties, required, items, anyOf, oneOf, allOf, ...rest } = schema as Record<string, unknown>
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return options.map((option) => shapeOf(option, indent)).join(' | ')
  if (Array.isArray(allOf)) return allOf.map((part) => shapeOf(part, indent)).join(' & ')
  if ('const' in rest) return JSON.stringify(rest['const'])
  if (Array.isArray(rest['enum'])) return rest['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (typeof properties === 'object' && properties !== null) {
    const inner = `${indent}  `
    const needed = new Set(Array.isArray(required) ? required : [])
    const lines = Object.entries(properties).map(([name, property]) => {
      const note = noteOf(property)
      return `${inner}${name}${needed.has(name) ? '' : '?'}: ${shapeOf(property, inner)}${note ? `  // ${note}` : ''}`
    })
    const text = `{\n${lines.join('\n')}\n${indent}}`
    return Array.isArray(type) && type.includes('null') ? `${text} | null` : text
  }
  if (items) return `${shapeOf(items, indent)}[]`
  if (Array.isArray(type)) return type.join(' | ')
  return typeof type === 'string' ? type : 'anything'
}

function noteOf(property: unknown): string {
  if (typeof property !== 'object' || property === null) return ''
  const { description, format, minLength, maxLength } = property as Record<string, unknown>
  const length = [
    typeof minLength === 'number' && `at least ${minLength}`,
    typeof maxLength === 'number' && `at most ${maxLength}`,
  ]
  const parts = [description, format, length.filter(Boolean).join(', ')]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('; ')
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

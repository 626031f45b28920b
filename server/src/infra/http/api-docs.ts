import type { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { Schema } from 'hono/types'
import { apiDocsPage } from './api-docs-page.ts'
import type { AppEnv } from './context.ts'
import { PAGE_STYLES, PAGE_STYLES_PATH } from './html.ts'
import { problemSchema } from './problem.ts'
import { TEAM_TOKEN_HEADER } from './session.ts'

const DESCRIPTION = `Everything the site does goes through this API. Bodies are JSON. Errors are
\`application/problem+json\` (RFC 9457) with a \`code\`; \`retryable\` says whether the same request can succeed later,
and \`Retry-After\` when. Plans are paid for on the payment provider’s own pages: \`/api/billing/checkout\` says where, and the
provider reports to \`/api/webhooks/stripe\`. Sign in at \`/api/auth/sign-in/email\` and send the token as \`Authorization: Bearer …\`.
No cookies are set or read. Programs of owners send an API key the same way, to \`/api/v1\`.`

/** Serves the API description and a page that shows it, if the operator wants them; and the style sheet of such pages. */
export function createApiDocs(api: OpenAPIHono<AppEnv, Schema, string>, { isPublic }: { isPublic: boolean }) {
  const routes = new Hono<AppEnv>().get(PAGE_STYLES_PATH, (c) =>
    c.body(PAGE_STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  )
  if (!isPublic) return routes
  // Made when it is first read: that takes a tenth of a second, which would delay every start.
  let description: ReturnType<typeof describeApi> | undefined
  const described = () => (description ??= describeApi(api))
  return routes
    .get('/api/openapi.json', (c) => c.json(described()))
    .get('/api/docs', (c) => c.html(apiDocsPage(described())))
}

function describeApi(api: OpenAPIHono<AppEnv, Schema, string>) {
  const { openAPIRegistry } = api
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a signed-in person.',
  })
  openAPIRegistry.registerComponent('securitySchemes', 'team', {
    type: 'apiKey',
    in: 'header',
    name: TEAM_TOKEN_HEADER,
    description: 'The token of a team member, from POST /api/team/access.',
  })
  openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vx_live_…',
    description: 'An API key of an owner, from POST /api/api-keys. `x-scope` names the scope that it needs.',
  })
  openAPIRegistry.register('Problem', problemSchema)
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Voxhall', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
  })
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
      if (!operation) continue
      // Any route can be refused. Described here once, this does not enter the type of every handler.
      operation.responses = {
        ...operation.responses,
        default: {
          description: 'An error.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      }
    }
  }
  return document
}

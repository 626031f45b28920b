import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { bodyLimit } from 'hono/body-limit'
import { every } from 'hono/combine'
import type { ApiScope } from '#contract/api-keys.ts'
import { AppError } from '#contract/errors.ts'
import type { AppEnv } from './context.ts'
import { refuseDeepJson } from './json-depth.ts'
import { invalidRequest, problemSchema } from './problem.ts'
import type { RateClass } from './rate-limit.ts'
import { requireRole, requireScope, type Role, type RoleEnv } from './session.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type ApiRouteConfig = Omit<RouteConfig, 'path' | 'method' | 'middleware' | 'security'> & {
  /** The rate limit to which every request is charged. */
  'x-rate-limit'?: RateClass
  /** Allows a larger body than usual. The feature's `largeBodyPaths` must name the path too. */
  'x-max-body-bytes'?: number
  /** The scope that a program's API key must have, for routes with the role `program`. */
  'x-scope'?: ApiScope
}

/**
 * The only way to describe a route, so that every route has a role and the described role is the enforced one.
 * @param role who may call the routes. It is checked before the body is read; a test walks the OpenAPI document to prove
 * it.
 */
export function apiRoutes<R extends Role>(role: R, ...tags: string[]) {
  const by =
    <M extends Method>(method: M) =>
    <P extends string, Config extends ApiRouteConfig>(path: P, summary: string, config: Config) => {
      const { 'x-rate-limit': rateClass, 'x-max-body-bytes': maxBytes, 'x-scope': scope } = config
      if ((role === 'program') !== (scope !== undefined)) throw new Error(`a scope is for programs: ${path}`)
      const checks: MiddlewareHandler[] = [requireRole(role)]
      if (scope) checks.push(requireScope(scope))
      if (rateClass) checks.unshift(rateLimited(rateClass))
      // Added last, so that a body is read only after its sender has been authorised.
      if (maxBytes) checks.push(bodyLimit({ maxSize: maxBytes, onError: () => refuseLargeBody(maxBytes) }))
      if (config.request?.body?.content?.['application/json']) checks.push(refuseDeepJson)
      const middleware: MiddlewareHandler<RoleEnv<R>> = every(...checks)
      const described = { 'x-role': role, tags, summary, ...config, method, path, middleware }
      return createRoute({ ...described, security: SECURITY[role] })
    }
  return { get: by('get'), post: by('post'), put: by('put'), patch: by('patch'), delete: by('delete') }
}

/** Makes the router of a feature. Bodies that its schemas refuse are answered with a `bad-request` problem. */
export function apiRouter() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error)
    },
  })
}

export function rateLimited(rateClass: RateClass) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.var.rateLimiter.take(rateClass, c.var.clientKey)
    await next()
  })
}

export function json<Schema>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** Describes an error response, in the form of `infra/http/problem.ts`. */
export function refused(description: string) {
  return json(problemSchema, description)
}

export function jsonBody<Schema>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

function refuseLargeBody(maxBytes: number): never {
  const detail = `The limit is ${Math.floor(maxBytes / 1024 / 1024)} MB. Please choose something smaller.`
  throw new AppError('payload-too-large', { detail })
}

/** Which of the security schemes of `api-docs.ts` a role accepts. */
const SECURITY: Readonly<Record<Role, Record<string, string[]>[]>> = {
  anonymous: [],
  user: [{ bearer: [] }, { team: [] }],
  account: [{ bearer: [] }],
  team: [{ team: [] }],
  program: [{ apiKey: [] }],
}

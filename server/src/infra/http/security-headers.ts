import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { EMBED_SCRIPT_PATH, embeddedAssistant } from '#contract/embed.ts'
import type { AppEnv } from './context.ts'
import type { ForeignSources } from './foreign-sources.ts'

export interface SecurityHeadersOptions {
  publicUrl: string
  /** Hashes of the inline scripts in the built pages, as `'sha256-…'`. */
  scriptHashes: readonly string[]
  /** Vite's development server injects scripts and styles, and opens a WebSocket of its own. */
  development: boolean
  /** The sources of features that this deployment has switched on. */
  foreignSources?: ForeignSources | undefined
  /** The sites that may embed an assistant's page in a frame, besides our own. */
  embeddedOn?: ((assistantId: string) => Promise<readonly string[] | undefined>) | undefined
}

/**
 * Session tokens lie in local storage, so the policy must above all keep foreign scripts from running. Styles come from
 * files too: otherwise HTML injected through a text could change how the page looks.
 */
function contentSecurityPolicy(
  { publicUrl, scriptHashes, development, foreignSources = {} }: SecurityHeadersOptions,
  frameAncestors: readonly string[] = ["'none'"],
  pictures: readonly string[] = [],
): string {
  // Older versions of Safari do not count ws: on the same host as 'self'.
  const socketOrigin = new URL(publicUrl).origin.replace(/^http/, 'ws')
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // Our own files include the voice engine's audio worklets and all WebAssembly.
    'script-src': ["'self'", ...(development ? ["'unsafe-inline'"] : scriptHashes)],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    'connect-src': ["'self'", socketOrigin, ...(development ? ['ws:', 'wss:'] : [])],
    'img-src': ["'self'", 'data:', 'blob:', ...pictures],
    'media-src': ["'self'", 'blob:', 'data:'],
    'worker-src': ["'self'"],
    'font-src': ["'self'"],
    // Healthcare's dialog shows the D-ID agent's page in a frame.
    'frame-src': ["'self'"],
    'frame-ancestors': frameAncestors,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources, ...(foreignSources[name as keyof ForeignSources] ?? [])].join(' '))
    .join('; ')
}

/**
 * The hashes that let a page's own inline scripts run. Event-handler attributes stay forbidden. Structured data for
 * search engines (`application/ld+json`) needs no hash, since browsers don't run it.
 */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/**
 * Scripts, style sheets and fonts are governed by the policies of the page that loads them, so on them a kilobyte of
 * policy headers would be wasted. Workers need the headers, since they have policies of their own. So do SVG pictures
 * opened alone.
 */
const PART_OF_A_PAGE = /^\/assets\/(?![^/]*work(?:er|let))[^/]+\.(?:js|css|woff2)$/
const FOR_DOCUMENTS = new Set([
  'Content-Security-Policy',
  'Permissions-Policy',
  'X-Frame-Options',
  'Cross-Origin-Opener-Policy',
])

/** The public page of an own assistant. Calls on it show cards with pictures from any site. */
const OWN_PAGE = /^\/a\/[^/]+\/?$/
const CARD_PICTURES = ['https:']

const FOR_FILES = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox" }

export function securityHeaders(options: SecurityHeadersOptions) {
  const headers: Record<string, string> = {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Permissions-Policy':
      'microphone=(self), autoplay=(self), fullscreen=(self), clipboard-write=(self), camera=(), geolocation=(), payment=(), usb=(), midi=(), serial=(), display-capture=()',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Links in mails carry tokens in their address, which must not reach other sites as a referrer.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  if (options.publicUrl.startsWith('https://')) headers['Strict-Transport-Security'] = 'max-age=31536000'
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const isPart = PART_OF_A_PAGE.test(c.req.path) && c.res.status === 200
    // An uploaded file is only ever shown as a picture or a video, so it may not act as a page, even when it is opened
    // alone.
    const isFile = c.req.path.startsWith('/files/')
    for (const [name, value] of Object.entries(isFile ? { ...headers, ...FOR_FILES } : headers)) {
      if (!isPart || !FOR_DOCUMENTS.has(name)) c.res.headers.set(name, value)
    }
    // Other sites show these pictures in previews of links to us.
    if (c.req.path.startsWith('/share/')) c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (c.req.path === EMBED_SCRIPT_PATH) {
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
      c.res.headers.set('Access-Control-Allow-Origin', '*')
    }
    const assistantId = embeddedAssistant(c.req.path)
    // A request refused by the rate limit must cost no database query.
    if (assistantId !== undefined && options.embeddedOn && c.res.status !== 429) {
      const sites = (await options.embeddedOn(assistantId)) ?? []
      c.res.headers.set('Content-Security-Policy', contentSecurityPolicy(options, ["'self'", ...sites], CARD_PICTURES))
      // X-Frame-Options can't list sites, and older browsers obey it even when both headers are sent.
      c.res.headers.delete('X-Frame-Options')
      c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    } else if (OWN_PAGE.test(c.req.path)) {
      c.res.headers.set('Content-Security-Policy', contentSecurityPolicy(options, undefined, CARD_PICTURES))
    }
    // No cookie leaves this server, even if a library sets one.
    c.res.headers.delete('Set-Cookie')
  })
}

import { Hono } from 'hono'
import { PUBLIC_PATHS } from '#contract/screens.ts'
import type { AppEnv } from './context.ts'

/** No page below these paths is for search engines. */
const CLOSED = ['/api', '/dev', '/crm', '/auth', '/account', '/assistants', '/connections']

function robotsText(publicUrl: string): string {
  const closed = CLOSED.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...closed, '', `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`, ''].join(
    '\n',
  )
}

function sitemapXml(publicUrl: string): string {
  const entries = PUBLIC_PATHS.map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** Serves robots.txt and sitemap.xml. Both contain the public address, which only the running server knows. */
export function createSearchEngineRoutes(publicUrl: string) {
  return new Hono<AppEnv>()
    .get('/robots.txt', (c) => c.text(robotsText(publicUrl)))
    .get('/sitemap.xml', (c) =>
      c.body(sitemapXml(publicUrl), 200, { 'Content-Type': 'application/xml; charset=utf-8' }),
    )
}

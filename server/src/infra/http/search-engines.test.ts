import { expect, it } from 'vitest'
import { PUBLIC_PATHS } from '#contract/screens.ts'
import { createSearchEngineRoutes } from './search-engines.ts'

const routes = createSearchEngineRoutes('https://voxhall.example')

it('the sitemap lists exactly the public screens, with full addresses', async () => {
  const response = await routes.request('/sitemap.xml')
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const found = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(found).toEqual(PUBLIC_PATHS.map((path) => `https://voxhall.example${path}`))
})

it('robots.txt disallows the private addresses, allows every public one and names the sitemap', async () => {
  const lines = (await (await routes.request('/robots.txt')).text()).split('\n')
  expect(lines).toContain('Sitemap: https://voxhall.example/sitemap.xml')
  const closed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []))
  expect(closed).toEqual(['/api', '/dev', '/crm', '/auth', '/account', '/assistants', '/connections'])
  expect(PUBLIC_PATHS.filter((path) => closed.some((prefix) => path.startsWith(prefix)))).toEqual([])
})

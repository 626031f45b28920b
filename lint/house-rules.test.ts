// Runs the real linter with the real configuration on bad snippets, because a rule that is not switched on catches
// nothing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))

const SNIPPETS = {
  'server/src/features/one/cross.ts': "import { inner } from '../two/inner.ts'\nexport const one = inner\n",
  'server/src/features/one/by-face.ts': "import { two } from '../two/two.ts'\nexport const one = two\n",
  'server/src/features/two/inner.ts': 'export const inner = 2\n',
  'server/src/features/two/two.ts': 'export const two = 2\n',
  'server/src/features/two/lazy.ts': "export const load = () => import('../one/cross.ts')\n",
  'server/src/features/two/passed-on.ts': "export { one } from '../one/cross.ts'\n",
  'server/src/features/two/by-type.ts': "export type One = typeof import('../one/cross.ts')\n",
  'server/src/features/two/reads-env.ts': "export const port = process.env['PORT']\n",
  'server/src/features/two/reads-env-elsehow.ts':
    "import { env } from 'node:process'\nexport const port = env['PORT']\n",
  'server/src/config/env.ts': "export const port = process.env['PORT']\n",
  'contract/src/impure.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
  'web/src/lib/whole-server.ts':
    "import { two } from '../../../server/src/features/two/two.ts'\nexport const mine = two\n",
  'web/src/lib/server-type.ts':
    "import type { two } from '../../../server/src/features/two/two.ts'\nexport type Two = typeof two\n",
  'server/src/infra/http/index.ts': 'export const hidden = 1\n',
  'server/src/infra/http/barrel.ts': "export * from './forever.ts'\n",
  'server/src/infra/http/forever.ts': "import { back } from './back.ts'\nexport const forth = (): number => back()\n",
  'server/src/infra/http/back.ts': "import { forth } from './forever.ts'\nexport const back = (): number => forth()\n",
  'server/src/voice/left.ts': "import type { Right } from './right.ts'\nexport type Left = { right?: Right }\n",
  'server/src/voice/right.ts': "import type { Left } from './left.ts'\nexport type Right = { left?: Left }\n",
  'contract/src/a.ts': "import { b } from '#contract/b.ts'\nexport const a = (): unknown => b\n",
  'contract/src/b.ts': "import { a } from '#contract/a.ts'\nexport const b = (): unknown => a\n",
  'server/src/infra/http/CamelCase.ts': 'export const name = 1\n',
  'server/src/infra/http/default-export.ts': 'export default 1\n',
  'server/src/infra/http/loose.ts': 'export const loose = (value: any) => value\n',
  'server/src/infra/http/sure.ts': 'export const sure = (value?: { x: number }) => value!.x\n',
  'server/src/infra/http/loud.ts': "console.log('here')\n",
  'server/src/infra/http/long.ts': '//\n'.repeat(401),
  'server/src/infra/http/in-a-browser.ts': 'export const width = () => innerWidth\n',
  'web/src/lib/wrong-type.ts': "export const width: number = 'wide'\n",
  'web/worker/in-a-page.ts': 'export const width = () => innerWidth\n',
  'scripts/wrong-type.mjs': "/** @type {number} */\nexport const width = 'wide'\n",
  'server/src/infra/http/floating.ts': 'const work = async () => 1\nexport const go = () => {\n  work()\n}\n',
}

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })
const codesByFile = new Map<string, string[]>()
const folder = mkdtempSync(join(tmpdir(), 'voxhall-lint-'))

beforeAll(() => {
  // The linter resolves imports through these TypeScript projects; without one of them, it misses import cycles.
  const projects = ['tsconfig.json', 'tsconfig.main.json', 'tsconfig.worker.json']
  for (const name of ['.oxlintrc.json', 'lint', 'package.json', ...projects]) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(SNIPPETS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json', 'server', 'web', 'contract', 'scripts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  for (const { code, filename } of reportSchema.parse(JSON.parse(stdout)).diagnostics) {
    codesByFile.set(filename, [...(codesByFile.get(filename) ?? []), code])
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each<[keyof typeof SNIPPETS, string]>([
  ['server/src/features/one/cross.ts', 'house(walls)'],
  ['server/src/features/two/lazy.ts', 'house(walls)'],
  ['server/src/features/two/passed-on.ts', 'house(walls)'],
  ['server/src/features/two/by-type.ts', 'house(walls)'],
  ['contract/src/impure.ts', 'house(walls)'],
  ['web/src/lib/whole-server.ts', 'house(walls)'],
  ['server/src/features/two/reads-env.ts', 'node(no-process-env)'],
  ['server/src/features/two/reads-env-elsehow.ts', 'eslint(no-restricted-imports)'],
  ['server/src/infra/http/index.ts', 'house(no-barrels)'],
  ['server/src/infra/http/barrel.ts', 'house(no-barrels)'],
  ['server/src/infra/http/forever.ts', 'import(no-cycle)'],
  ['server/src/voice/left.ts', 'import(no-cycle)'],
  ['contract/src/a.ts', 'import(no-cycle)'],
  ['server/src/infra/http/CamelCase.ts', 'unicorn(filename-case)'],
  ['server/src/infra/http/default-export.ts', 'import(no-default-export)'],
  ['server/src/infra/http/loose.ts', 'typescript(no-explicit-any)'],
  ['server/src/infra/http/sure.ts', 'typescript(no-non-null-assertion)'],
  ['server/src/infra/http/loud.ts', 'eslint(no-console)'],
  ['server/src/infra/http/long.ts', 'eslint(max-lines)'],
  ['server/src/infra/http/floating.ts', 'typescript(no-floating-promises)'],
  ['server/src/infra/http/in-a-browser.ts', 'eslint(no-undef)'],
  // The type checker, with the settings of each project.
  ['web/src/lib/wrong-type.ts', 'typescript(TS2322)'],
  ['web/worker/in-a-page.ts', 'typescript(TS2304)'],
  ['scripts/wrong-type.mjs', 'typescript(TS2322)'],
])('%s is refused by %s', (path, code) => {
  expect(codesByFile.get(path) ?? []).toContain(code)
})

test.each<keyof typeof SNIPPETS>([
  'server/src/config/env.ts',
  'web/src/lib/server-type.ts',
  'server/src/features/one/by-face.ts',
  'server/src/features/two/two.ts',
])('%s is allowed', (path) => {
  expect(codesByFile.get(path)).toBeUndefined()
})

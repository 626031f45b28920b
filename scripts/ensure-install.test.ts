// Runs the real script in a small temporary project. Only npm is faked, through npm_execpath, the variable that names
// npm's program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Records its arguments, then installs what the lockfile lists into an empty folder, as `npm ci` would. */
const FAKE_NPM = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync } = require('node:fs')
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + ' NODE_ENV=' + process.env.NODE_ENV + '\\n')
if (existsSync('offline')) process.exit(7)
rmSync('node_modules', { recursive: true, force: true })
setTimeout(() => {
  mkdirSync('node_modules/left-pad', { recursive: true })
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
}, 200)
`

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'voxhall-install-'))
  mkdirSync(join(project, 'scripts'))
  for (const name of ['ensure-install.mjs', 'file-lock.mjs']) {
    cpSync(new URL(name, import.meta.url), join(project, 'scripts', name))
  }
  writeFileSync(join(project, 'npm-cli.js'), FAKE_NPM)
  writeLockfile('1.0.0')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function writeLockfile(version: string): void {
  const packages = {
    '': { name: 'project' },
    'node_modules/left-pad': { version },
    'node_modules/only-for-others': { version: '1.0.0', optional: true },
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
}

async function ensureInstall(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/ensure-install.mjs'], {
    cwd: project,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', npm_execpath: join(project, 'npm-cli.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output: output.join('') }
}

function npmCalls(): string[] {
  const path = join(project, 'npm-calls')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

test('installs everything, development tools included, whatever NODE_ENV is, and does not install again', async () => {
  expect(await ensureInstall()).toMatchObject({ code: 0 })
  expect(npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev .*NODE_ENV=undefined$/)])
  expect(await ensureInstall()).toEqual({ code: 0, output: '' })
  expect(npmCalls()).toHaveLength(1)
})

test('two commands at the same time install once', async () => {
  const both = await Promise.all([ensureInstall(), ensureInstall()])
  expect(both.map((result) => result.code)).toEqual([0, 0])
  expect(npmCalls()).toHaveLength(1)
})

test('installs again when the lockfile has changed', async () => {
  await ensureInstall()
  writeLockfile('2.0.0')
  await ensureInstall()
  expect(npmCalls()).toHaveLength(2)
})

test('does not install when node_modules already matches the lockfile', async () => {
  mkdirSync(join(project, 'node_modules/left-pad'), { recursive: true })
  const packages = { 'node_modules/left-pad': { version: '1.0.0' } }
  writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  expect(await ensureInstall()).toMatchObject({ code: 0 })
  expect(npmCalls()).toEqual([])
})

test('a failed installation is reported and retried on the next run', async () => {
  writeFileSync(join(project, 'offline'), '')
  const failed = await ensureInstall()
  expect(failed.code).toBe(7)
  expect(failed.output).toContain('Nothing was started')
  rmSync(join(project, 'offline'))
  expect(await ensureInstall()).toMatchObject({ code: 0 })
})

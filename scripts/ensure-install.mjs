// Runs before every npm script, on any Node from version 18: installs what package-lock.json lists into node_modules,
// only once even if several scripts start together, and puts the project's own Node 24 where npm scripts find it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFileLock } from './file-lock.mjs'

const NODE_MAJOR_NEEDED = 24
const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const nodePackage = `node-${process.platform}-${process.arch}`
const stampPath = join(modules, '.voxhall-install.json')
const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
const wanted = JSON.stringify({
  lockfile: createHash('sha256').update(lockfile).digest('hex'),
  platform: `${process.platform}-${process.arch}`,
})

if (!isInstalled()) {
  // The lock file is outside of node_modules, which `npm ci` deletes.
  await withFileLock(join(root, '.cache', 'install.lock'), installUnlessDone, {
    onWait: (pid) => console.log(`Waiting for the installation that process ${pid} is doing …`),
  })
}

async function installUnlessDone() {
  if (isInstalled()) return
  if (!matchesLockfile()) {
    console.log('Installing packages (only once, about half a minute) …')
    await runNpmCi()
  }
  linkNode()
  checkNode()
  writeFileSync(stampPath, wanted)
}

function isInstalled() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === wanted && existsSync(nodePath())
}

/**
 * After a plain `npm install`, node_modules already matches the lockfile. `npm ci` would delete it under a running
 * server.
 */
function matchesLockfile() {
  const installedPath = join(modules, '.package-lock.json')
  if (!existsSync(installedPath)) return false
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages
  return Object.entries(JSON.parse(lockfile).packages).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    // A missing optional package may be for another platform; one that is present must have the right version.
    if (there === undefined)
      return path !== `node_modules/${nodePackage}` && (entry.optional || entry.devOptional || entry.peer) === true
    return there.version === entry.version && existsSync(join(root, path))
  })
}

function runNpmCi() {
  const env = { ...process.env }
  // With NODE_ENV=production, npm would leave out the development packages that build the pages.
  delete env.NODE_ENV
  const npmCli = process.env.npm_execpath
  const [command, args] = npmCli?.endsWith('npm-cli.js') === true ? [hostNode(), [npmCli]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve(undefined)
      console.error(`Installing packages failed (npm ci ended with ${signal ?? code}). Nothing was started.`)
      console.error('See the messages above. Once the network is back, run the same command again to continue.')
      process.exit(code || 1)
    })
  })
}

/**
 * Finds a Node outside of node_modules: `npm ci` deletes the folder, and this process may itself run on the Node in it.
 */
function hostNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('/node_modules/'))
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

/** The lockfile includes Node as a package for common platforms; elsewhere, the machine's own Node is used. */
function nodePath() {
  return existsSync(join(modules, nodePackage)) ? join(modules, '.bin', 'node') : process.execPath
}

/** npm 10 does not link the programs of optional dependencies, so this does; newer versions of npm do it themselves. */
function linkNode() {
  const link = nodePath()
  if (existsSync(link)) return
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(join('..', nodePackage, 'bin', 'node'), link)
}

function checkNode() {
  const { stdout, error } = spawnSync(nodePath(), ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
  if (major >= NODE_MAJOR_NEEDED) return
  const found =
    major > 0
      ? `found Node ${major}`
      : `the Node that npm installed does not run here (${error?.message ?? 'no answer'})`
  console.error(`Voxhall needs Node ${NODE_MAJOR_NEEDED} or newer: ${found}.`)
  console.error(`Install Node ${NODE_MAJOR_NEEDED} from https://nodejs.org and run the same command again.`)
  process.exit(1)
}

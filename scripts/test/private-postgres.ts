import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../free-port.ts'
import { runCommand } from '../run-command.ts'

export type PrivatePostgres = { url: string; version: string; stop(): Promise<void> }

/**
 * Starts a PostgreSQL of our own in a temporary folder, reached over 127.0.0.1 on a free port.
 * @returns null where its programs are not installed
 * @throws Error with the program's words when they are there but don't start
 */
export async function startPrivatePostgres(): Promise<PrivatePostgres | null> {
  const programs = findPrograms()
  if (programs === null) return null
  const user = unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'voxhall-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const log = join(folder, 'server.log')
  const run = async (program: string, args: string[]) => {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    const result = await runCommand({
      command: join(programs, program),
      args,
      env,
      cwd: folder,
      timeoutMs: 60_000,
      ...(user && { user }),
    })
    if (result.exitCode === 0) return result.output
    const words = existsSync(log) ? `${result.output}\n${readFileSync(log, 'utf8')}` : result.output
    throw new Error(`${program} failed:\n${words}`)
  }
  const clear = () => {
    const pid = postmasterPid(data)
    if (pid !== null) killAndWait(pid)
    rmSync(folder, { recursive: true, force: true })
  }
  // PostgreSQL runs detached from this process: a run that is interrupted must end it too.
  process.once('exit', clear)
  const stop = async () => {
    // A server that never started is no reason to fail.
    await run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']).catch(() => {})
    process.off('exit', clear)
    clear()
  }
  try {
    await run('initdb', ['-D', data, '-U', 'voxhall', '--auth=trust', '--encoding=UTF8', '--no-sync'])
    // Chosen at the last moment, before another program takes it.
    const port = await freePort()
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off -c max_connections=200`
    await run('pg_ctl', ['start', '-D', data, '-l', log, '-o', settings, '-w'])
    const version = (await run('postgres', ['--version'])).trim()
    return { url: `postgresql://voxhall@127.0.0.1:${port}/postgres`, version, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function postmasterPid(data: string): number | null {
  const path = join(data, 'postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null
}

/** Synchronous, for the last moment of a process. A server that still runs would write into the folder being removed. */
function killAndWait(pid: number): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  try {
    process.kill(pid, 'SIGQUIT')
    for (let tries = 0; tries < 100; tries += 1) {
      Atomics.wait(clock, 0, 0, 20)
      process.kill(pid, 0)
    }
  } catch {
    // It is gone.
  }
}

function findPrograms(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter)
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => majorIn(b) - majorIn(a))
  const elsewhere = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin', '/usr/pgsql/bin']
  return [...onPath, ...debian, ...elsewhere].find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

function majorIn(path: string): number {
  return Number(/\/(\d+)\//.exec(path)?.[1] ?? 0)
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
  return account ? { uid: Number(account[2]), gid: Number(account[3]) } : { uid: 65534, gid: 65534 }
}

import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../free-port.ts'
import { runCommand } from '../run-command.ts'

type PrivatePostgres = { url: string; version: string; stop(): Promise<void> }

/**
 * Starts a PostgreSQL for this run in a temporary folder, on a free port of 127.0.0.1.
 * @returns null when PostgreSQL is not installed
 * @throws Error with the program's output when it is installed but does not start
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
  // PostgreSQL runs as a detached process, so it must also be stopped when the run is interrupted.
  process.once('exit', clear)
  const stop = async () => {
    // Stopping fails if the server never started; that is no error.
    await run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']).catch(() => {})
    process.off('exit', clear)
    clear()
  }
  try {
    await run('initdb', ['-D', data, '-U', 'voxhall', '--auth=trust', '--encoding=UTF8', '--no-sync'])
    // The port is chosen at the last moment, so that no other program takes it meanwhile.
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

/**
 * Kills synchronously, since it runs in an `exit` handler, and waits: a running server would still write into the
 * folder that is removed next.
 */
function killAndWait(pid: number): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  try {
    process.kill(pid, 'SIGQUIT')
    for (let tries = 0; tries < 100; tries += 1) {
      Atomics.wait(clock, 0, 0, 20)
      process.kill(pid, 0)
    }
  } catch {
    // The process has ended.
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

/** Finds a user without privileges, since PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean)
  return account ? { uid: Number(account[2]), gid: Number(account[3]) } : { uid: 65534, gid: 65534 }
}

import { execFileSync } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { createMedia, type Media } from './media.ts'

const PORTRAIT = { task: 'draw-portrait', personId: 'finance', widthPx: 80 } as const

let media: Media
afterEach(() => media.close())

it('users take turns: one user’s second picture waits for another user’s first', async () => {
  media = createMedia({ timeoutMs: 60_000 })
  const done: string[] = []
  const draw = async (name: string, askedBy: string[]) => {
    await media.run(PORTRAIT, { askedBy })
    done.push(name)
  }
  const network = '203.0.113.7'
  await Promise.all([
    draw('one’s first', ['one', network]),
    draw('one’s second', ['one', network]),
    draw('the same network’s', ['two', network]),
    draw('another’s', ['three', '203.0.113.8']),
  ])
  expect(done).toEqual(['one’s first', 'another’s', 'one’s second', 'the same network’s'])
})

it('a user never occupies two processes, and another user gets the second one at once', async () => {
  media = createMedia({ timeoutMs: 60_000, processes: 2 })
  const done: string[] = []
  const draw = async (name: string, askedBy: string[], widthPx: number) => {
    await media.run({ ...PORTRAIT, widthPx }, { askedBy })
    done.push(name)
  }
  await Promise.all([draw('large', ['one'], 2_000), draw('small', ['one'], 80), draw('another’s', ['two'], 80)])
  expect(done).toEqual(['another’s', 'large', 'small'])
})

it('a process that dies fails only its own task, and the next task gets a new process', async () => {
  media = createMedia({ timeoutMs: 60_000 })
  await media.run(PORTRAIT)
  const failed = media.run({ ...PORTRAIT, widthPx: 3_000 }).catch((error: unknown) => error)
  const next = media.run(PORTRAIT)
  const pids = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'media-process'], { encoding: 'utf8' })
  for (const pid of pids.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  expect(await failed).toMatchObject({ kind: 'died' })
  expect(await next).toMatchObject({ widthPx: 80 })
})

it('a task that exceeds its time limit is ended', async () => {
  media = createMedia({ timeoutMs: 1 })
  await expect(media.run({ ...PORTRAIT, widthPx: 3_000 })).rejects.toMatchObject({ kind: 'too-slow' })
})

import { expect, it } from 'vitest'
import { ApiProblem, isConflict, unreachable } from '../../../lib/api-problem.ts'
import { saveOnTop } from './save-on-top.ts'

const CONFLICT = new ApiProblem({ status: 409, code: 'changed-meanwhile', title: '', detail: '', requestId: null })

const NO_ANSWER = unreachable(new TypeError('Failed to fetch'))
const SERVER_ERROR = new ApiProblem({ status: 502, code: 'unknown', title: '', detail: '', requestId: null })

/** A server that stores what it is sent, but whose answers get lost while `isAnswered` is false. */
function makeServer(failure = NO_ANSWER) {
  const server = { kept: 'a', base: 1, isAnswered: true }
  const save = saveOnTop<string, number>({
    save: async (content, base) => {
      if (base !== server.base) throw CONFLICT
      server.kept = content
      server.base += 1
      if (!server.isAnswered) throw failure
      return server.base
    },
    readNow: async () => ({ content: server.kept, base: server.base }),
  })
  return { server, save }
}

it.each([
  ['was lost', NO_ANSWER],
  ['was replaced by the error of a proxy', SERVER_ERROR],
])('continues from its own save when the answer to it %s', async (_, failure) => {
  const { server, save } = makeServer(failure)
  server.isAnswered = false
  await expect(save('b', 1)).rejects.toBe(failure)
  server.isAnswered = true
  expect(await save('c', 1)).toBe(3)
  expect(server.kept).toBe('c')
})

it('does not overwrite changes from elsewhere, even after a lost answer', async () => {
  const { server, save } = makeServer()
  server.isAnswered = false
  await expect(save('b', 1)).rejects.toMatchObject({ code: 'unreachable' })
  Object.assign(server, { isAnswered: true, kept: 'theirs', base: 3 })
  await expect(save('c', 1)).rejects.toSatisfy(isConflict)
  expect(server.kept).toBe('theirs')
})

it('forgets lost answers with the next save', async () => {
  const { server, save } = makeServer()
  server.isAnswered = false
  await save('b', 1).catch(() => null)
  server.isAnswered = true
  await save('c', 1)
  // Another tab has saved the same text again.
  Object.assign(server, { kept: 'b', base: 9 })
  await expect(save('d', 3)).rejects.toSatisfy(isConflict)
})

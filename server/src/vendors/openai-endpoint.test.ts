import { expect, it, onTestFinished } from 'vitest'
import { checkOpenAi } from './openai-endpoint.ts'
import { startOpenAiServer } from './testing/openai-server.ts'

it('the check of a server fails if it refuses the key, and not for want of a list of models', async () => {
  const server = await startOpenAiServer({ apiKey: 'right' })
  onTestFinished(() => server.close())
  const check = (apiKey: string, path = '') =>
    checkOpenAi({ baseUrl: `${server.url}${path}`, apiKey, timeoutMs: 10_000 })
  await expect(check('wrong')).rejects.toMatchObject({ kind: 'key-refused' })
  await check('right')
  await check('right', '/without-models')
})

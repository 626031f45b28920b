import { expect, it, onTestFinished } from 'vitest'
import { startVendorServer } from './testing/vendor-server.ts'
import { endVapiCall } from './vapi-api.ts'
import { vapiAssistantBody } from './vapi-assistant.ts'

it('a call is ended at the control address that Vapi gave, without a key', async () => {
  const vapi = await startVendorServer({ answer: () => ({ contentType: 'text/plain', pieces: ['OK'] }) })
  onTestFinished(() => vapi.close())
  await endVapiCall(`${vapi.url}/v_1/control`)
  const [request] = vapi.requests
  expect(request).toMatchObject({ method: 'POST', path: '/v_1/control' })
  expect(request?.headers.authorization).toBeUndefined()
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({ type: 'end-call' })
  vapi.behave('failing')
  await expect(endVapiCall(`${vapi.url}/v_1/control`)).rejects.toMatchObject({ name: 'VendorError', kind: 'failing' })
})

it('an assistant at Vapi speaks in the configured voice', () => {
  const assistant = {
    id: 'baker',
    name: 'Nina',
    voiceId: 'willow' as const,
    firstMessage: 'Hello.',
    systemPrompt: '',
    scope: 'bread',
    knowledge: [],
  }
  const given = { assistant, prompt: '', model: 'm', webhook: undefined, maxDurationSeconds: 60 }
  expect(vapiAssistantBody({ ...given, voices: { willow: 'Emma' } })).toMatchObject({ voice: { voiceId: 'Emma' } })
  expect(vapiAssistantBody({ ...given, voices: { oak: 'Emma' } })).toMatchObject({ voice: { voiceId: 'Clara' } })
})

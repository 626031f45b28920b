import { expect, it, onTestFinished } from 'vitest'
import { startVendorServer } from './testing/vendor-server.ts'
import { endVapiCall } from './vapi-api.ts'

it('a call is ended at the control address that Vapi gave, without a key', async () => {
  const vapi = await startVendorServer({
    answer: () => ({ contentType: 'text/plain', pieces: ['OK'] }),
    refusals: { 'key-refused': {}, 'rate-limited': {}, failing: {} },
  })
  onTestFinished(() => vapi.close())
  await endVapiCall(`${vapi.url}/v_1/control`)
  const [request] = vapi.requests
  expect(request).toMatchObject({ method: 'POST', path: '/v_1/control' })
  expect(request?.headers.authorization).toBeUndefined()
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({ type: 'end-call' })
  vapi.behave('failing')
  await expect(endVapiCall(`${vapi.url}/v_1/control`)).rejects.toMatchObject({ name: 'VendorError', kind: 'failing' })
})

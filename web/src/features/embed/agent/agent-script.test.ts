import { expect, test } from 'vitest'
import { agentScript } from './agent-script.ts'

const didAgent = { scriptUrl: 'https://agent.d-id.com/v2/index.js', clientKey: 'key', agentId: 'agent' }

test('D-ID’s agent does not track visitors of our pages', () => {
  const { data } = agentScript(didAgent, { assistantId: 'healthcare', label: 'Amara', targetId: 'here', opening: 0 })
  expect(data).toMatchObject({ clientKey: 'key', agentId: 'agent', monitor: 'false', track: 'false' })
})

test('D-ID’s agent can be opened again and again: its module, which runs once per address, always has a new one', () => {
  const addresses = [0, 1, 2].map(
    (opening) => agentScript(didAgent, { assistantId: 'healthcare', label: 'Amara', targetId: 'here', opening }).src,
  )
  expect(new Set(addresses).size).toBe(3)
})

import { expect, test } from 'vitest'
import { agentScript } from './agent-script.ts'

test('D-ID’s agent can be opened again and again: its module, which runs once per address, always has a new one', () => {
  const didAgent = { scriptUrl: 'https://agent.d-id.com/v2/index.js', clientKey: 'key', agentId: 'agent' }
  const addresses = [0, 1, 2].map(
    (opening) => agentScript(didAgent, { assistantId: 'healthcare', label: 'Amara', targetId: 'here', opening }).src,
  )
  expect(new Set(addresses).size).toBe(3)
})

import { expect, it } from 'vitest'
import { createKnownDevices } from './known-devices.ts'

const ANN = { userId: 'ann', passwordHash: 'first' }
const TEAM = { teamCode: 'abc123' }

it.each([
  ['after a change of the password', ANN, { ...ANN, passwordHash: 'second' }],
  ['for another account', ANN, { ...ANN, userId: 'bob' }],
  ['for the team', ANN, TEAM],
  ['after a change of the team code', TEAM, { teamCode: 'abc124' }],
])('the token of a known device is not valid %s', (_, subject, other) => {
  const devices = createKnownDevices('a secret')
  const [theirs, another] = [devices.issue(subject), devices.issue(subject)]
  expect(devices.find([another, theirs], subject)?.token).toBe(another)
  expect(devices.find([another, theirs], other)).toBeUndefined()
  expect(createKnownDevices('another secret').find([theirs], subject)).toBeUndefined()
})

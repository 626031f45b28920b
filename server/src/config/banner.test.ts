import { expect, it } from 'vitest'
import type { ServiceReport } from '#contract/health.ts'
import { banner } from './banner.ts'

const SERVICES: ServiceReport = {
  database: { path: 'pglite' },
  auth: { path: 'built-in' },
  mail: { path: 'mailbox' },
  payments: { path: 'sandbox' },
  voice: { path: 'mixed', recogniser: 'built-in', brain: 'openai', synthesiser: 'built-in' },
}
const env = { PUBLIC_URL: 'https://talk.example', localMode: true, TEAM_ACCESS_CODE: 'abc123', apiDocs: true }

it('prints the address, the way in and the path of each service', () => {
  const text = banner(env, 'http://127.0.0.1:3000', SERVICES)
  for (const line of [
    /ready at https:\/\/talk\.example$/m,
    /listening on +http:\/\/127\.0\.0\.1:3000$/m,
    /mailbox +https:\/\/talk\.example\/dev\/mailbox$/m,
    /access code +abc123/,
    /API +https:\/\/talk\.example\/api\/docs$/m,
    /payments +sandbox$/m,
    /voice +mixed, recogniser built-in, brain openai, synthesiser built-in$/m,
  ])
    expect(text).toMatch(line)
})

it('prints neither the access code nor a mailbox in production', () => {
  const mail = { path: 'smtp' } as const
  const text = banner({ ...env, localMode: false, apiDocs: false }, env.PUBLIC_URL, { ...SERVICES, mail })
  expect(text).not.toMatch(/abc123|mailbox|api\/docs|listening/)
  expect(text).toMatch(/mail +smtp$/m)
})

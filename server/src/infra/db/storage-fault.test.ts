import { expect, it } from 'vitest'
import { describeStartStorageFault, describeStorageFault, storageFaultOf } from './storage-fault.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })

it.each<[string, unknown, ReturnType<typeof storageFaultOf>]>([
  ['a full disk, as Node says it', coded('ENOSPC'), 'disk-full'],
  ['a full disk, as the embedded database throws it', { name: 'ErrnoError', errno: 51 }, 'disk-full'],
  ['a full disk, as PostgreSQL says it', coded('53100'), 'disk-full'],
  [
    'a full disk in the middle of a write',
    new Error('could not extend file "base/5/1": wrote only 4096 of 8192 bytes'),
    'disk-full',
  ],
  ['a disk that can only be read', coded('EROFS'), 'read-only'],
  ['a standby', coded('25006', 'cannot execute INSERT in a read-only transaction'), 'read-only'],
  ['a folder of another user', Object.assign(coded('EACCES'), { path: '/data' }), 'no-permission'],
  ['a refused connection', coded('EACCES', 'connect EACCES 10.0.0.1:25'), undefined],
  ['a broken disk', new Error('could not read block 0: Input/output error'), 'disk-broken'],
  ['the cause of a failed query', new Error('Failed query', { cause: coded('53100') }), 'disk-full'],
  ['another error', coded('23505'), undefined],
  ['nothing', undefined, undefined],
])('%s', (_, error, fault) => {
  expect(storageFaultOf(error)).toBe(fault)
})

it('the message says what happened, what was kept and what to do', () => {
  for (const fault of ['disk-full', 'read-only', 'no-permission', 'disk-broken'] as const) {
    expect(describeStorageFault(fault)).toMatch(/What was saved before is kept.*then continues by itself/)
    expect(describeStartStorageFault(fault, '/data')).toMatch(/\/data.*What was saved before is kept.*start again\.$/)
  }
})

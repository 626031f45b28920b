import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith } from '../../lib/answers-testing.ts'
import { show } from '../../ui/show-testing.tsx'
import { createScriptedCall, type ScriptedCall } from '../call/engine/scripted-call.fixture.ts'
import { EmbeddedCall } from './embedded-call.tsx'

const { held } = vi.hoisted(() => ({ held: {} as Pick<ScriptedCall, 'call'> }))
vi.mock(import('../call/panel/use-call.ts'), async (original) => ({
  ...(await original()),
  useBuiltinCall: () => held.call,
}))

test.each([
  ['our own site', location, 'What was said is kept in your calls.'],
  // Its call is one of an anonymous visitor, even if the visitor has an account here.
  ['another site', {}, 'The conversation itself is not kept. Start again whenever you like.'],
])(
  'a frame on %s reports the call to its page, and tells a person with an account whether the words are kept',
  async (_, around, words) => {
    const site = { postMessage: vi.fn<(message: unknown) => void>(), location: around }
    vi.spyOn(window, 'parent', 'get').mockReturnValue(site as unknown as Window)
    answerWith({})
    const { call, report } = createScriptedCall()
    held.call = call
    const assistant = { id: 'culinary', name: 'Giovanni', image: 'data:,' }
    show(<EmbeddedCall assistant={assistant} engines={null} isKnown keptDays={null} />)
    await page.getByRole('button', { name: 'Talk with Giovanni' }).click()
    report({ type: 'granted', isDemo: true, call: null }, { type: 'joined' })
    report({ type: 'ended', reason: 'person-ended' })
    await expect.element(page.getByText(words)).toBeVisible()
    const phases = ['starting', 'live', 'idle'].map((phase) => expect.objectContaining({ type: 'voxhall:call', phase }))
    const told = site.postMessage.mock.calls.map(([message]) => message)
    expect(told).toEqual(expect.arrayContaining([{ type: 'voxhall:ready' }, ...phases]))
    expect(told.at(-1)).toEqual({ type: 'voxhall:call', phase: 'idle', isDemo: true, endReason: 'person-ended' })
    await userEvent.keyboard('{Escape}')
    expect(site.postMessage).toHaveBeenLastCalledWith({ type: 'voxhall:close' }, '*')
  },
)

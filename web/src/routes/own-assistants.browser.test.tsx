import type { OwnAssistant } from '#contract/own-assistant.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from '../ui/show-testing.tsx'
import { openSite, type Answers } from './site-testing.tsx'

// What owners do with their assistants. That the server keeps it is in e2e/studio.spec.ts.

const NORA: OwnAssistant = {
  id: 'own_00000000-0000-4000-8000-000000000000',
  slug: 'nora-1',
  status: 'live',
  version: 1,
  published: 1,
  hasDraft: false,
  name: 'Nora',
  voiceId: 'hazel',
  firstMessage: 'Hello, this is Mill Garage.',
  systemPrompt: '',
  knowledge: { pairs: [{ question: 'When are you open?', answer: 'At seven.' }], notes: '' },
  photoId: 'p'.repeat(32),
  photoFace: null,
  photoUrl: '/icons/icon.svg',
  createdAt: '2026-07-01T00:00:00.000Z',
  updatedAt: '2026-07-01T00:00:00.000Z',
}
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const card = (name: string) => page.getByRole('article', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** One assistant in memory, saved only on top of its newest version, as the server does it. */
async function openAssistants() {
  const kept = { assistants: [NORA] }
  const own = `/api/own-assistants/${NORA.id}`
  const change = (by: Partial<OwnAssistant>) => {
    const [now = NORA] = kept.assistants
    const next = { ...now, ...by, version: now.version + 1 }
    kept.assistants = [next]
    return next
  }
  const answers: Answers = {
    'GET /api/own-assistants': () =>
      Response.json({ assistants: kept.assistants, plan: { assistants: 1, remainingMinutes: 500 } }),
    [`GET ${own}`]: () => Response.json(kept.assistants[0]),
    [`PUT ${own}`]: async (request) => {
      const { version, ...content } = (await request.json()) as OwnAssistant
      if (version === kept.assistants[0]?.version) return Response.json(change(content))
      return Response.json(
        { code: 'changed-meanwhile', title: 'T', detail: 'D' },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      )
    },
    [`POST ${own}/pause`]: () => Response.json(change({ status: 'paused' })),
    [`DELETE ${own}`]: () => {
      kept.assistants = []
      return new Response(null, { status: 204 })
    },
  }
  await page.viewport(1280, 800)
  await openSite('/assistants', { isSignedIn: true, answers })
  return { kept, change }
}

test('an assistant is edited, paused and deleted', async () => {
  await openAssistants()
  await expect.element(card('Nora')).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Edit Nora').click()
  const edit = dialog('Edit Nora')
  await expect.element(edit.getByRole('textbox', { name: 'Answer 1' })).toHaveValue('At seven.')
  expect(await violations()).toEqual([])
  await edit.getByLabelText(/^Assistant Name/).fill('Nina')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect.element(card('Nina')).toBeVisible()
  await button('Pause Nina').click()
  await expect.element(card('Nina').getByText('Paused', { exact: true })).toBeVisible()
  await button('Delete Nina').click()
  await expect.element(dialog('Delete Nina?')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog('Delete Nina?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  // The button that had the keyboard is gone with its card.
  await expect.element(page.getByRole('heading', { name: 'My assistants' })).toHaveFocus()
})

test('an assistant that was changed meanwhile is not written over unseen: its owner chooses', async () => {
  const { kept, change } = await openAssistants()
  await button('Edit Nora').click()
  const name = (of: string) => dialog(of).getByLabelText(/^Assistant Name/)
  await name('Edit Nora').fill('Nico')
  change({ name: 'Nina' })
  await button('Save').click()
  const alert = page.getByRole('alert').filter({ hasText: 'This assistant was changed in the meantime' })
  await expect.element(alert).toBeInViewport({ ratio: 1 })
  await expect.element(name('Edit Nora')).toHaveValue('Nico')
  expect(kept.assistants).toMatchObject([{ name: 'Nina' }])
  await button('Show the newer version').click()
  await expect.element(name('Edit Nina')).toHaveValue('Nina')
  await expect.element(alert).not.toBeInTheDocument()

  await name('Edit Nina').fill('Nelly')
  change({ firstMessage: 'Good evening.' })
  await button('Save').click()
  await button('Replace it with mine').click()
  await expect.element(card('Nelly')).toBeVisible()
  expect(kept.assistants).toMatchObject([{ name: 'Nelly', firstMessage: NORA.firstMessage }])
})

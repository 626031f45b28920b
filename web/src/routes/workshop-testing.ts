// A fake server with one own assistant, for tests of the workshop. Like the real one, it saves changes only on top of
// the newest version.
import type { DraftContent, OwnAssistantDetail } from '#contract/own-assistant.ts'
import type { Answers } from '../lib/answers-testing.ts'
import { refusal } from './site-testing.tsx'

const CONTENT: DraftContent = {
  name: 'Nora',
  voiceId: 'hazel',
  firstMessage: 'Hello, this is Mill Garage.',
  systemPrompt: '',
  knowledge: { pairs: [{ question: 'When are you open?', answer: 'At seven.' }], notes: '' },
  photoId: 'p'.repeat(32),
  photoFace: {
    eyes: { left: { x: 0.4, y: 0.4 }, right: { x: 0.6, y: 0.4 } },
    mouth: { left: { x: 0.45, y: 0.6 }, right: { x: 0.55, y: 0.6 } },
    chin: { x: 0.5, y: 0.75 },
  },
}
export const NORA: OwnAssistantDetail = {
  ...CONTENT,
  id: 'own_00000000-0000-4000-8000-000000000000',
  slug: 'nora-1',
  status: 'live',
  version: 4,
  published: 4,
  hasDraft: false,
  timeZone: 'Europe/Berlin',
  photoUrl: '/icons/icon.svg',
  editing: { ...CONTENT, photoUrl: '/icons/icon.svg' },
  plan: { assistants: 1, remainingMinutes: 500 },
  createdAt: '2026-07-01T00:00:00.000Z',
  updatedAt: '2026-07-01T00:00:00.000Z',
}

/** The address of the assistant on the server. */
export const NORA_API = `/api/own-assistants/${NORA.id}`

export function keptAssistant(more: Answers = {}) {
  const kept = { now: NORA, isGone: false }
  const change = (by: Partial<OwnAssistantDetail>) => {
    kept.now = { ...kept.now, ...by, version: kept.now.version + 1 }
    return Response.json(kept.now)
  }
  const editing = (content: Partial<DraftContent>) => ({ ...kept.now.editing, ...content })
  const onVersion = async (request: Request, then: (content: DraftContent) => Response) => {
    const { version, ...content } = (await request.json()) as DraftContent & { version: number }
    return version === kept.now.version ? then(content) : refusal(409, 'changed-meanwhile')
  }
  const answers: Answers = {
    'GET /api/own-assistants': () => Response.json({ assistants: kept.isGone ? [] : [kept.now], plan: NORA.plan }),
    [`GET ${NORA_API}`]: () => Response.json(kept.now),
    [`PUT ${NORA_API}/draft`]: (request) =>
      onVersion(request, (content) => change({ hasDraft: true, editing: editing(content) })),
    [`DELETE ${NORA_API}/draft`]: () => change({ hasDraft: false, editing: { ...CONTENT, photoUrl: NORA.photoUrl } }),
    [`POST ${NORA_API}/publish`]: (request) =>
      onVersion(request, () => {
        const { photoUrl, ...content } = kept.now.editing
        return change({ ...content, photoUrl, hasDraft: false, published: kept.now.published + 1 })
      }),
    [`GET ${NORA_API}/versions`]: () =>
      Response.json({
        versions: [4, 3].map((number) => ({ number, publishedAt: `2026-07-0${number}T09:00:00.000Z` })),
      }),
    [`GET ${NORA_API}/versions/3`]: () =>
      Response.json({
        number: 3,
        publishedAt: '2026-07-03T09:00:00.000Z',
        content: { ...CONTENT, name: 'Norah', photoUrl: NORA.photoUrl },
      }),
    [`POST ${NORA_API}/versions/3/restore`]: (request) =>
      onVersion(request, () => change({ hasDraft: true, editing: editing({ name: 'Norah' }) })),
    [`GET ${NORA_API}/sources`]: () => Response.json({ sources: [] }),
    [`POST ${NORA_API}/pause`]: () => change({ status: 'paused' }),
    [`POST ${NORA_API}/resume`]: () => change({ status: 'live' }),
    [`DELETE ${NORA_API}`]: () => {
      kept.isGone = true
      return new Response(null, { status: 204 })
    },
    ...more,
  }
  return { kept, answers, change, editing }
}

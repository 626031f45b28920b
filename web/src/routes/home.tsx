import { CATALOGUE } from '#contract/catalogue.ts'
import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { mayTalkTo } from '../features/catalogue/may-talk-to.ts'
import { Gallery } from '../features/home/gallery.tsx'
import { Hero } from '../features/home/hero.tsx'
import { HOST_MEASURES } from '../features/home/host.ts'
import { Steps } from '../features/home/steps.tsx'
import { Studio } from '../features/home/studio.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { siteIdentity } from '../lib/structured-data.ts'
import { useShell } from './shell-context.ts'

const DESCRIPTION =
  'Sixteen AI assistants with a face and a voice, each at home in one field. Talk with one for free, or have one made for your business.'

export const meta: MetaFunction = () => [
  ...pageMeta({ title: 'Voxhall: personal AI assistants you talk to', description: DESCRIPTION, path: '/' }),
  siteIdentity(DESCRIPTION),
]

export default function HomeRoute() {
  const shell = useShell()
  const host = CATALOGUE.find(({ id }) => id === HOST_MEASURES.id)
  return (
    <>
      {host === undefined ? null : <Hero host={host} onTalk={shell.talkTo} onCreate={shell.openCustomize} />}
      {/* What is below the first sight comes alive part by part, so that a slow phone answers in between. */}
      <Suspense>
        <Gallery
          assistants={CATALOGUE}
          mayTalkTo={(assistant) => mayTalkTo(assistant, shell.mayTalk)}
          onTalk={shell.talkTo}
          onOpenCatalogue={shell.openCatalogue}
        />
      </Suspense>
      <Suspense>
        <Steps />
      </Suspense>
      <Suspense>
        <Studio />
      </Suspense>
    </>
  )
}

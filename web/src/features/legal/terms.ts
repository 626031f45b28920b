import type { LegalDocument } from './legal-page.tsx'

export const TERMS: LegalDocument = {
  path: '/terms',
  pageTitle: 'Terms of use, in plain words · Voxhall',
  pageDescription:
    'What you can expect of Voxhall and what it expects of you: accounts, plans and minutes, what the assistants are for, and how to leave.',
  title: 'Terms',
  lead: 'What you can expect of Voxhall, and what Voxhall expects of you.',
  changedOn: '2026-11-22',
  inShort: [
    '**You are talking with an AI.** What the assistants say is general information, not advice about your own case.',
    '**Trying it is free.** Without a plan a call lasts up to a minute, and no card is needed.',
    '**You may cancel at any time.** Your plan then runs to the end of the period that you have paid for.',
    '**Be decent.** Do not use Voxhall to harm people, break the law or damage the service.',
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Who these terms are between',
      text: [
        'These terms are between you and the operator of this server, called “we” on this page. You accept them by making an account or starting a call. Our [privacy page](/privacy) explains what happens to your data, and [Responsible AI](/responsible-ai) explains how the assistants work. You can reach us through the [contact form](/contact).',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      text: [
        [
          'You need an account to talk, and an email address of your own to confirm it.',
          'Keep your password to yourself. You are responsible for what happens in your account until you tell us that someone else has used it.',
          'You should be 16 or older, or have a parent or guardian with you.',
          'An account belongs to one person. People in a company each make their own.',
        ],
      ],
    },
    {
      id: 'assistants',
      title: 'What the assistants are for',
      text: [
        'Each assistant gives general information in its own field. None is a doctor, lawyer, therapist, broker or engineer, and no professional relationship begins with a call. Check anything important with a qualified person before you act on it.',
        '**In an emergency, call your local emergency number.** No assistant can call it for you, and no person is listening to your call.',
        'Some answers are about a sample shop or a sample garage, and the assistant says so. You cannot order anything there.',
      ],
    },
    {
      id: 'fair-use',
      title: 'What you may not do',
      text: [
        [
          'Break the law, or plan to harm yourself or anyone else.',
          'Pass off an assistant’s voice or words as those of a human being.',
          'Record other people in a call without their consent.',
          'Get around limits, guess codes, or overload the service.',
          'Resell calls without an agreement with us.',
        ],
      ],
    },
    {
      id: 'plans',
      title: 'Plans, minutes and money',
      text: [
        'Without a plan, each call ends after 60 seconds, and free minutes may be limited per day. A plan gives you a number of minutes in each billing period; the [pricing page](/pricing) lists them with their prices in US dollars. Time is counted by the second, from the moment a call begins until it ends.',
        [
          'When your minutes are used up, calls end. You are never charged extra.',
          'Unused minutes do not carry over into the next period.',
          'If you change to a larger plan, or a plan ends early and you buy another one in the same period, the minutes that you have already used stay counted. A smaller plan starts with your next period.',
          'You are charged only after you confirm on the checkout page. If this server does not take payments, that page says so.',
          'A plan renews until you cancel it on [your account page](/account). After you cancel, it works until the end of the period that you have paid for, and until then you can undo the cancellation.',
          'We email you when you have used 80% of your minutes, and again when none are left.',
          'If a payment fails, it is retried for some days and your plan continues meanwhile. If every attempt fails, the plan ends.',
          'A new price applies from your next billing period, and we tell you by email before it begins.',
        ],
        'If you bought as a consumer, your legal rights to withdraw and to be refunded in your country are not affected.',
      ],
    },
    {
      id: 'business',
      title: 'Assistants for your business',
      text: [
        'If you order your own assistant, give us only pictures, names and words that you have the right to use. The face or voice of a real person needs that person’s written consent.',
        'Your visitors’ calls use the minutes of your plan, counted from the first words we understand or from the assistant’s first answer, whichever comes first. Its greeting is free.',
        'Your assistant says that it is an AI, as all of ours do. You are responsible for what you teach it, and for telling your visitors how their calls are handled.',
      ],
    },
    {
      id: 'whose-words',
      title: 'Who owns what',
      text: [
        'What you say remains yours. You allow us to process and store it as far as the service requires. You may use what the assistants say to you as you like. The portraits, the site and the name remain ours.',
      ],
    },
    {
      id: 'availability',
      title: 'If something fails',
      text: [
        'We keep the service running with care, but we promise no uptime. A call can drop; what was said up to then is kept, and only the recorded time counts. Parts of the service may change or end. If you can no longer use something you have paid for, you get a proportional refund.',
        'We are liable without limit for intent, gross negligence, harm to life or health, and wherever the law requires it. For slight negligence we are liable only for breaching an essential duty, and up to the amount that you paid us in the last twelve months, as far as the law allows such a limit.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending the agreement',
      text: [
        'You may leave at any time: [your account page](/account) ends your plans and deletes your account. The rest of a paid period is lost with it, so cancel your plan and wait if you want to use it up. We may close an account that breaks these terms. Unless a delay would be dangerous, we first tell you why and give you two weeks to put it right.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes and governing law',
      text: [
        'When these terms change, the date at the top changes, and we tell people with an account by email 30 days ahead. The law of the operator’s home country applies. Consumers keep the protection of the law where they live, and may go to court there.',
      ],
    },
  ],
}

import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const legal: AssistantDefinitionInput = {
  id: 'legal',
  name: 'Eleanor',
  voiceId: 'juniper',
  firstMessage: "I'm Eleanor, a legal AI, not a lawyer. How can I help?",
  scope: 'contracts, renting, wills, small claims, faulty goods, work, and how to find a lawyer',
  systemPrompt: `You are Eleanor, a calm and precise guide to everyday law. You talk with people by voice, so you answer in one or two short
spoken sentences, without lists, symbols, Latin or abbreviations. Explain a legal term in plain words the first time you use it.

You give general legal information, never legal advice on a particular case. You are not a lawyer and no lawyer stands behind you. Law
differs by country and even by region, so say that when it matters, and ask where the person lives before you say more than the basics.
Don't predict how a case will end, don't draft documents to be filed as they are, and don't help anybody to break the law, hide assets or
harass another person.

Be strict about time limits: many rights are lost when a date passes, so tell people to note the date on every letter and to get help
before it. Name where help can be had free or cheaply: legal aid, a law centre, a tenants union, a consumer office, a bar association.

When somebody is arrested or questioned by police, say that in most countries they may stay silent and ask for a lawyer. When somebody is
threatened or hurt, tell them to call their local emergency number first. If you don't know, say so. Be honest that you are an AI whenever
it is asked or matters.`,
  knowledge: [
    {
      id: 'before-signing',
      question: 'What should I check before signing a contract?',
      patterns: [
        '(what should i | what do i) (check | look for | know) before (signing | i sign) [a contract | anything]',
        'should i sign (this | the | a) contract',
        '(can you | help me) (check | read | understand) (a | my) contract',
        '[tell me about | what about] contracts',
        'what makes a contract valid',
      ],
      answer:
        'Check who is bound, what it costs in total, and how you can get out of it. Have every promise put in writing, and take time to read. If you are pressed to sign today, that is a reason to wait.',
      keywords:
        'contract, contracts, sign, signing, agreement, contract terms, fine print, small print, clauses, read carefully, pressure, deal, look out for, terms and conditions',
    },
    {
      id: 'spoken-agreement',
      question: 'Is a spoken agreement binding?',
      patterns: [
        'is a (spoken | verbal | handshake) (agreement | promise | deal) (binding | valid)',
        '(we never signed anything | there is no written agreement)',
        'we (only shook | shook) hands on it',
        '(what is | tell me about) a verbal agreement',
      ],
      answer:
        'In most countries a spoken agreement can bind you, but it is hard to prove. Write a friendly message that sums up what was agreed and keep the reply. Some agreements, such as selling land, must nearly always be in writing.',
      keywords:
        'spoken, verbal, oral, handshake, verbally, promise, on the phone, nothing in writing, word of mouth, unwritten, said yes, valid',
    },
    {
      id: 'cancel-contract',
      question: 'How do I get out of a contract?',
      patterns: [
        '(how do i | how can i | can i) (get out of | cancel | end | terminate) (a | my | the) contract',
        '(can i | i want to) cancel (a | my) (subscription | membership)',
        'i changed my mind [about the contract]',
        'is there a cooling off period',
      ],
      answer:
        'Look in the contract for the notice period. Then give notice in writing, in the way it asks for, and keep proof. Many countries let you return what you bought online or at the door within about fourteen days. If you are unsure, ask a consumer office.',
      keywords:
        'cancel, terminate, subscription, membership, withdraw, end, quit, gym, cooling off, notice period, back out, leave, return online purchase, get out',
    },
    {
      id: 'deposit',
      question: 'How do I get my rental deposit back?',
      patterns: [
        '(how do i | can i) get my [rental | security] deposit back',
        "my landlord (won't return | kept | is keeping) my deposit",
        'what can (they | the landlord) (deduct | take) from my deposit',
        '[tell me about] [the] (rental | security) deposit',
      ],
      answer:
        'Take dated photographs on the day you leave. Give your new address in writing, and ask for the deposit by a clear date. Normal wear may not be charged, only damage or unpaid rent. If nothing comes, a deposit scheme or the small claims court can decide.',
      keywords:
        'deposit, deductions, security deposit, rental deposit, bond, moved out, moving out, landlord keeps, scratches, wear and tear, money back, damage, withheld',
      followUps: [
        {
          patterns: ['[and] how long (does | do) (it | they | that) (take | have)'],
          answer:
            'Often a landlord has two weeks to two months after you move out, depending on where you live. Your lease or a local tenants union can tell you the exact limit.',
        },
      ],
    },
    {
      id: 'repairs',
      question: 'What if my landlord refuses to make repairs?',
      patterns: [
        "my landlord (refuses to | won't) (make repairs | fix anything | repair anything | fix the heating)",
        'who (pays for | is responsible for) repairs [in a rental]',
        '(there is mold | the heating is broken) (in my apartment | in my flat)',
        'what if my landlord (ignores me | does nothing)',
      ],
      answer:
        'Report the fault in writing, with photographs and a fair date. Landlords must usually keep heating, water and safety in order. Do not simply stop paying rent, since that can cost you the home. Ask a tenants union or the local housing office first.',
      keywords:
        'repair, repairs, mold, heating, broken, landlord, fix, boiler, mould, leak, damp, hot water, maintenance, tenant, rented flat, apartment, stop paying rent, plumbing',
    },
    {
      id: 'eviction',
      question: 'Can my landlord evict me?',
      patterns: [
        '(can | may) (my | the) landlord (evict me | throw me out | kick me out)',
        'i (got | received) an eviction (notice | letter)',
        "i'm (being | getting) evicted",
        'what are my rights as a tenant',
      ],
      answer:
        'Do not ignore the letter, and note its date. Get free advice this week from legal aid or a tenants union. In most places a landlord needs a written notice and a court order. The locks may not simply be changed. If you are threatened, call the police.',
      keywords:
        'evict, eviction, evicted, tenant, landlord, thrown out, kicked out, move out, notice, leave the flat, locks, lock out, homeless, tenancy ended, vacate, throw me out, wants me out, landlord wants me out, leave within weeks, move out notice',
    },
    {
      id: 'make-a-will',
      question: 'How do I make a will?',
      patterns: [
        '(how do i | do i need to | should i) (make | write) a [last] will',
        'what (should be | goes) in a will',
        'what happens if i die without a will',
        '(who will inherit | who inherits) (my house | my money | from me)',
      ],
      answer:
        'Say who should receive what, and name a person to carry it out. Name a guardian for young children too. In many countries you sign in front of two witnesses who inherit nothing. Without a will, the law decides, and an unmarried partner may get nothing.',
      keywords:
        'will, inherit, inheritance, testament, heir, heirs, die, death, estate, executor, leave money, leave my house, children, partner, last will, witnesses, lawyer for a will, write a will, need a notary',
      followUps: [
        {
          patterns: ['[and] (can i | may i) (do | write) (it | that) (myself | alone | without a lawyer)'],
          answer:
            'For a simple estate you often need none, though a check is money well spent. Use a lawyer if you own a business, have property abroad, or expect a quarrel.',
        },
      ],
    },
    {
      id: 'power-of-attorney',
      question: 'What is a power of attorney?',
      patterns: [
        '(what is | tell me about | explain | do i need) [a] power of attorney',
        'who (decides | can decide) for me (if i am ill | when i am old)',
        'how do i (look after | manage) my (mother | father | parents) affairs',
        '(what is | tell me about) a living will',
      ],
      answer:
        'It lets a person you trust act for you, for money, for health or both. A lasting one still counts when you can no longer decide. So it must be made while you can. Choose the person with care, and use your official local form.',
      keywords:
        'attorney, proxy, guardian, poa, act for me, sign for, manage money, dementia, behalf, decisions, coma, represent, incapacity, parents, elderly mother, trusted person, attorney in fact',
    },
    {
      id: 'small-claims',
      question: 'How does small claims court work?',
      patterns: [
        '(how does | tell me about | what is) [the] small claims [court] [work]',
        '(somebody | someone) owes me money',
        '(how do i | can i) (sue | take) (somebody | someone | him | her | a company) [to court]',
        "they (won't | didn't) pay me [back]",
      ],
      answer:
        'First send a dated letter that says what you are owed, and why. If nothing comes, file a claim at the small claims court. The fee is modest, and you seldom need a lawyer. Bring papers, photographs and messages in order of date.',
      keywords:
        'claim, claims, court, sue, owes, owes me, unpaid invoice, refuse to pay, small court, debt owed, dispute, take to court, builder, judge, money owed, lawsuit, friend owes me, owes me money, euros, dollars, ignores me, pay me back',
      followUps: [
        {
          patterns: [
            '[and] how long (does | do) (it | they | that) (take | have)',
            '[and] how much does (it | that) cost',
          ],
          answer:
            'It often takes three to six months, and the fee depends on the amount you claim. If you win, the fee is usually added to what the other side has to pay.',
        },
      ],
    },
    {
      id: 'faulty-goods',
      question: 'What are my rights with faulty goods?',
      patterns: [
        '(what are my rights | what can i do) (with | about) faulty (goods | products)',
        'i bought something (broken | faulty | defective)',
        "the (shop | store | seller) won't (give me a refund | take it back)",
        '[what is | tell me about] (a warranty | consumer rights)',
      ],
      answer:
        "Report the fault quickly, and ask for a repair, a replacement or your money back. Goods must be as described and last a reasonable time. That is the seller's duty, not just the maker's. If you paid by card, your bank may be able to reverse it.",
      keywords:
        'faulty, defective, goods, refund, warranty, broken, shop refuses, guarantee, stopped working, money back, product, purchase, seller, manufacturer, repair, replacement, shoddy, store, bought',
    },
    {
      id: 'fired',
      question: 'What can I do if I am fired?',
      patterns: [
        '(i was | i got | i have been) (fired | dismissed | laid off | made redundant)',
        '(what can i do | what are my rights) if i am (fired | dismissed)',
        'can my (boss | employer) (fire me | let me go)',
        '[tell me about] unfair dismissal',
        "my (boss | employer) (doesn't pay me | didn't pay my wages)",
      ],
      answer:
        'Ask for the reason in writing, and sign nothing on the spot. Note the date, because you may have only a few weeks to object. A union, legal aid or an employment lawyer can tell you quickly whether you have a claim.',
      keywords:
        'fired, dismissal, dismissed, employer, boss, wages, redundancy, sacked, let go, laid off, redundant, job, terminated, wrongful termination, lost my job, severance, unfair, fired for being sick, let me go, boss let me go, without notice, kicked out of my job',
    },
    {
      id: 'police',
      question: 'What are my rights with the police?',
      patterns: [
        '(what are | tell me) my rights (with | against) the police',
        '(i was | i am being | what if i am) (arrested | questioned by the police)',
        'do i have to (talk to | speak to | answer) the police',
        '(do i have | what is) the right to remain silent',
      ],
      answer:
        'Stay calm, and do not resist. In most countries you may stay silent and ask for a lawyer, and you should do both. Give your name if the law asks for it. Ask whether you are free to leave.',
      keywords:
        'police, arrested, questioned, silent, cops, officer, arrest, search, stopped, interrogation, custody, detained, id, statement, handcuffs',
    },
    {
      id: 'find-a-lawyer',
      question: 'How do I find a lawyer?',
      patterns: [
        '(how do i | where can i | help me) find a [good | cheap] (lawyer | attorney | solicitor)',
        '(i need | do i need) a lawyer',
        "i can't afford a lawyer",
        'how much does a lawyer cost',
        'where can i get [free] legal (aid | advice)',
      ],
      answer:
        'Ask your bar association for a lawyer who handles such cases. Ask about the fee before the first meeting. If money is tight, try legal aid, a law school clinic or a union. Bring your papers in order of date, since time is what costs most.',
      keywords:
        'lawyer, solicitor, aid, advice, attorney, legal aid, lawyer cost, afford, counsel, barrister, law firm, represent me, legal advice, pro bono, fees',
    },
    businessEntry(
      ['law firm'],
      'A law firm can have an assistant like me on its website. It answers first questions from the knowledge that you write. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      "Your voice is used only to answer you. The sound is not stored. The words of this call are kept in your own list of calls, where you can read them again. I am not a lawyer, so a lawyer's duty of secrecy does not apply here.",
    ),
  ],
}

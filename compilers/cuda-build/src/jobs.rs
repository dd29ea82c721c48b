//! Work in parallel, as much as Cargo allows.

use std::collections::VecDeque;
use std::env;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread;

use jobserver::{Acquired, Client, HelperThread};

/// What a job holds while it runs.
enum Permit {
    /// What each process that Cargo starts may do without asking.
    Own,
    /// A token of the jobserver, which dropping it returns.
    Token(#[expect(dead_code, reason = "only dropped")] Acquired),
}

enum Event<R> {
    Token(io::Result<Acquired>),
    Done(usize, R, Permit),
}

/// Does the work for each item, and returns the results in the order of the items.
pub(crate) fn for_each<T: Sync, R: Send + 'static>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (sender, events) = mpsc::channel();
    let helper = if items.len() > 1 { helper(&sender) } else { None };
    if let Some(helper) = &helper {
        items[1..].iter().for_each(|_| helper.request_token());
    }
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let mut waiting: VecDeque<(usize, &T)> = items.iter().enumerate().collect();
    let mut running = 0;
    thread::scope(|scope| {
        let mut free = Some(Permit::Own);
        loop {
            if let Some(permit) = free.take()
                && let Some((at, item)) = waiting.pop_front()
            {
                running += 1;
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || {
                    let result = work(item);
                    let _ = sender.send(Event::Done(at, result, permit));
                });
            }
            if running == 0 {
                break;
            }
            match events.recv() {
                Ok(Event::Token(token)) => free = token.ok().map(Permit::Token),
                Ok(Event::Done(at, result, permit)) => {
                    running -= 1;
                    results[at] = Some(result);
                    free = Some(permit);
                }
                Err(_) => break,
            }
        }
    });
    results.into_iter().flatten().collect()
}

/// Returns what asks Cargo's jobserver for tokens, or without one a jobserver of this process.
fn helper<R: Send + 'static>(sender: &Sender<Event<R>>) -> Option<HelperThread> {
    // SAFETY: Cargo opened the descriptors that its variable names, and left them to this process; this crate closes
    // no descriptors that it didn't open.
    let client = unsafe { Client::from_env() };
    let client = match client {
        Some(client) => client,
        None => {
            let jobs: usize = env::var("NUM_JOBS").ok()?.parse().ok()?;
            Client::new(jobs.checked_sub(1).filter(|more| *more > 0)?).ok()?
        }
    };
    let sender = sender.clone();
    let helper = client.into_helper_thread(move |token| {
        let _ = sender.send(Event::Token(token));
    });
    helper.ok()
}

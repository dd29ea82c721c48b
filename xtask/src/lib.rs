//! The workspace's commands: provision, run, test, compare.

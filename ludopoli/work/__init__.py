"""Work outside of requests: threads, queues, workers and their signs of life, and posts to other servers."""

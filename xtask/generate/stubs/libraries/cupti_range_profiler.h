/* Older releases have none. */
#pragma once
